import { encode } from 'uqr';

/**
 * A QR code as one SVG path, and its width in modules with the quiet zone of four modules that ISO/IEC 18004 requires.
 */
export function qrPath(text: string): { path: string; modules: number } {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 4 });
  let path = '';
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) path += `M${x} ${y}h1v1h-1z`;
  return { path, modules };
}
