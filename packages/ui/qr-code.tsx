import { useMemo } from 'react';
import styles from './qr-code.module.css';
import { qrPath } from './qr-path.ts';

export interface QrCodeProps {
  /** What a camera reads: an address, a text. */
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  /** Width and height, px. */
  size?: number;
}

/**
 * A QR code as one SVG path, dark on white in both colour schemes, with the four quiet modules around it that ISO/IEC
 * 18004 asks for. Import it lazily: the encoder comes along.
 */
export function QrCode({ text, label, size = 192 }: QrCodeProps) {
  const { path, modules } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules} ${modules}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
