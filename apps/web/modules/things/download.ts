/** Pure but for {@link saveBlob}: files from the server under the names it gives them. */

/** The file name in a Content-Disposition header (RFC 6266: `filename*` wins over `filename`), or the fallback. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  let name = '';
  if (extended) {
    try {
      name = decodeURIComponent(extended.trim());
    } catch {
      name = '';
    }
  }
  name ||= /filename\s*=\s*"([^"]*)"/i.exec(disposition ?? '')?.[1] ?? '';
  name ||= /filename\s*=\s*([^;\s"]+)/i.exec(disposition ?? '')?.[1] ?? '';
  // A name is never a path.
  name = name.replace(/^.*[\\/]/, '').trim();
  return name || fallback;
}

/** Hands a file to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click only starts the download; the address must outlive it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
