export interface Props {
  /** What the map shows, read out by screen readers. */
  title: string;
}

export default function Map({ title }: Props) {
  return <p>{title}</p>;
}
