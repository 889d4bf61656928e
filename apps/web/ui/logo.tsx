import type { ReactNode } from 'react';
import { useBrand } from '../context/brand.ts';
import { useSettings } from '../context/settings/settings-store.ts';

/** The marks of the system types (interpretation B03): neutral line drawings of one stroke weight. */
const marks: Record<string, ReactNode> = {
  // A wave within a ring.
  lw: (
    <>
      <circle cx="16" cy="16" r="10" fill="none" stroke="currentColor" strokeWidth="2.4" />
      <path
        d="M8.5 17.5c2.5-4 5-4 7.5-1s5 3 7.5-1"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </>
  ),
  // A cell of a honeycomb with its pole.
  hy: (
    <>
      <path
        d="M16 5.4 25.2 10.7v10.6L16 26.6l-9.2-5.3V10.7z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      <path d="M17.2 10.6 12.6 17h3l-.9 4.6 4.7-6.4h-3z" fill="currentColor" />
    </>
  ),
  // An open loop around a spark: energy that comes back.
  fnj: (
    <>
      <path
        d="M25.4 16a9.4 9.4 0 1 1-3.3-7.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M17.6 9.2 12 17.2h3.8l-1.3 5.8 5.7-8h-3.9z" fill="currentColor" />
    </>
  ),
  // Two halves of a battery.
  other: (
    <>
      <rect x="8" y="8" width="16" height="18" rx="3.5" fill="none" stroke="currentColor" strokeWidth="2.4" />
      <path d="M13 5h6" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M12 21h8M12 16.5h8" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    </>
  ),
};

/** The mark of a system type on its tile; unknown types get `other`. */
export function LogoMark({ systemType, size = 30 }: { systemType: string; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="8" fill="#1769c9" />
      <g color="#fff">{marks[systemType] ?? marks.other}</g>
    </svg>
  );
}

/** The logo of this host name's brand, otherwise the mark of the system type; `wide` allows the full logo width. */
export function BrandMark({ size = 30, wide = size * 4 }: { size?: number; wide?: number }) {
  const logo = useBrand(({ brand }) => brand?.logo);
  const systemType = useSettings((state) => state.systemType);
  if (!logo) return <LogoMark systemType={systemType} size={size} />;
  // Decorative: the name is beside it, or names the link around it.
  return (
    <img src={logo} alt="" style={{ flex: 'none', height: size, maxWidth: wide, objectFit: 'contain' }} />
  );
}
