import type { ShownBrand } from '@voltloop/contract/calls/brands.ts';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { getBrand } from '../api/entry-calls.ts';
import { send } from '../api/send.ts';

/** The cached brand of this host name, shown at once on reload. Storage is per host name, like brands. */
const STORED = 'voltloop.brand';

/** A stored brand, if it is still valid. It is never used in a style sheet unchecked. */
export function brandOf(value: unknown): ShownBrand | null {
  const { name, color, logo } = (value ?? {}) as Partial<ShownBrand>;
  if (typeof name !== 'string' || name === '') return null;
  const hex = typeof color === 'string' && /^#[0-9a-f]{6}$/.test(color) ? color : null;
  const path = typeof logo === 'string' && /^\/brand-logos\/[0-9a-f-]+$/.test(logo) ? logo : null;
  return { name, color: hex, logo: path };
}

function stored(): ShownBrand | null {
  try {
    return brandOf(JSON.parse(localStorage.getItem(STORED) ?? 'null'));
  } catch {
    return null;
  }
}

/** The brand of this page's host name; null for the product itself. */
export const useBrand = create<{ brand: ShownBrand | null }>(() => ({ brand: stored() }));

/** Fetches the brand of this host name; a failure keeps the cached one. */
export function loadBrand(): Promise<void> {
  return send(getBrand, {}).then(
    (answer) => {
      const brand = brandOf(answer);
      useBrand.setState({ brand });
      showIcon();
      try {
        if (brand) localStorage.setItem(STORED, JSON.stringify(brand));
        else localStorage.removeItem(STORED);
      } catch {
        // Without storage the next load shows the product until the server responds.
      }
    },
    () => {},
  );
}

/** The logo in the browser's tab, or the icon of the product. */
function showIcon(): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const logo = useBrand.getState().brand?.logo;
  const href = logo ?? '/favicon.svg';
  if (!icon || icon.getAttribute('href') === href) return;
  icon.type = logo ? 'image/png' : 'image/svg+xml';
  icon.setAttribute('href', href);
}

/** The product name under this host name. */
export function useProductName(): string {
  const { t } = useTranslation('common');
  const name = useBrand(({ brand }) => brand?.name);
  return name ?? t('productName');
}
