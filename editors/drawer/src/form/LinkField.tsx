import type { LinkTarget } from "../api/types.ts";
import { Suggest } from "../ui/Suggest.tsx";
import { useForm } from "./context.ts";
import { FieldFrame, type FieldProps } from "./FieldFrame.tsx";

/** One page in a list of pages. */
export function LinkOption({ title, url }: LinkTarget) {
  return (
    <>
      {title} <small>{url}</small>
    </>
  );
}

/** A link, found by the title of the page that it leads to. */
export function LinkField(props: FieldProps) {
  const { value, isRequired, onChange } = props;
  const { api, document } = useForm();
  const text = typeof value === "string" ? value : "";
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Suggest
          id={control.id}
          describedBy={control["aria-describedby"]}
          isInvalid={control["aria-invalid"] ?? false}
          isRequired={isRequired}
          placeholder="Search for a page, or paste an address"
          value={text}
          find={(query) => api.links(document, query)}
          keyOf={({ url }) => url}
          onInput={(input) => onChange(input === "" && !isRequired ? undefined : input)}
          onPick={({ url }) => onChange(url)}
        >
          {LinkOption}
        </Suggest>
      )}
    </FieldFrame>
  );
}
