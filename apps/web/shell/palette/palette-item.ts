import type { ComponentType } from 'react';
import type { Recent } from './recents.ts';

/** An entry of the palette. */
export interface PaletteItem {
  id: string;
  name: string;
  /** Further search terms. */
  also?: string;
  hint: string;
  Icon: ComponentType<{ size?: number; stroke?: number }>;
  /** A page to open and remember, or an action. */
  recent?: Recent;
  run?: () => void;
}

export interface PaletteGroup {
  /** A group of the catalogue, or the name of a resource. */
  key: string;
  label: string;
  items: PaletteItem[];
}
