import { useEffect, useState } from "react";

/** Returns a URL of the bytes that `load` returns, `null` if they cannot be loaded, and `undefined` until they are. */
export function useBlobUrl(key: string, load: () => Promise<Blob>): string | null | undefined {
  const [loaded, setLoaded] = useState<{ key: string; url: string | null }>();
  useEffect(() => {
    let isCurrent = true;
    let url: string | null = null;
    const keep = (blob: Blob | null) => {
      if (!isCurrent) return;
      url = blob && URL.createObjectURL(blob);
      setLoaded({ key, url });
    };
    load().then(keep, () => keep(null));
    return () => {
      isCurrent = false;
      if (url) URL.revokeObjectURL(url);
    };
    // `load` depends on `key` alone.
  }, [key]);
  return loaded?.key === key ? loaded.url : undefined;
}
