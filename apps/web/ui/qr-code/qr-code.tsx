import { useMemo } from 'react';
import styles from './qr-code.module.css';
import { qrPath } from './qr-path.ts';

export interface QrCodeProps {
  /** The encoded text, e.g. a URL. */
  text: string;
  /** Accessible name. */
  label: string;
  /** Width and height, px. */
  size?: number;
}

/**
 * A QR code as one SVG path, dark on white in both colour schemes, with the quiet zone of four modules that ISO/IEC
 * 18004 requires. Import it lazily, because of the encoder.
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
