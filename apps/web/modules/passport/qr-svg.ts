import { qrPath } from '../../ui/qr-code/qr-path.ts';

/** Pure: drawings of a passport's code in millimetres, black on white. */

/** The narrowest module of a QR code with a GS1 Digital Link (GS1 General Specifications). */
export const LEAST_MODULE_MM = 0.396;
const TEXT_MM = 2.4;

/** Width of the code with its quiet zone, mm. */
export const sizeOf = (url: string, module_mm: number): number => qrPath(url).modules * module_mm;

const escaped = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each] as string,
  );

const mm = (value: number) => Number(value.toFixed(3));

function drawing(width: number, height: number, content: string): string {
  const [w, h] = [mm(width), mm(height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}mm" height="${h}mm" viewBox="0 0 ${w} ${h}"><rect width="${w}" height="${h}" fill="#fff"/>${content}</svg>`;
}

const code = (path: string, module_mm: number) =>
  `<path transform="scale(${mm(module_mm)})" d="${path}" fill="#000" shape-rendering="crispEdges"/>`;

/** The code alone. */
export function qrSvg(url: string, module_mm: number): string {
  const { path, modules } = qrPath(url);
  return drawing(modules * module_mm, modules * module_mm, code(path, module_mm));
}

/** The code with a title, the battery's code, and the URL below it. */
export function labelSvg(
  { url, code: battery, title }: { url: string; code: string; title: string },
  module_mm: number,
): string {
  const { path, modules } = qrPath(url);
  const size = modules * module_mm;
  const half = Math.ceil(url.length / 2);
  const lines = [title, battery, ...(url.length > 40 ? [url.slice(0, half), url.slice(half)] : [url])];
  const width = Math.max(size, ...lines.map((line) => line.length * TEXT_MM * 0.62)) + TEXT_MM;
  const text = lines
    .map(
      (line, n) =>
        `<text x="${mm(width / 2)}" y="${mm(size + (n + 0.8) * TEXT_MM * 1.25)}" text-anchor="middle" font-family="monospace" font-size="${TEXT_MM}">${escaped(line)}</text>`,
    )
    .join('');
  const height = size + (lines.length + 0.5) * TEXT_MM * 1.25;
  return drawing(
    width,
    height,
    `<g transform="translate(${mm((width - size) / 2)} 0)">${code(path, module_mm)}</g>${text}`,
  );
}
