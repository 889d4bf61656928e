import type { ComponentType } from 'react';
import type { Recent } from './recents.ts';

/** One line of the palette. */
export interface PaletteItem {
  id: string;
  name: string;
  /** Other words that find it. */
  also?: string;
  hint: string;
  Icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Opens a page, and is remembered; or does something. */
  recent?: Recent;
  run?: () => void;
}

export interface PaletteGroup {
  /** A group of the catalogue, or the name of an entity. */
  key: string;
  label: string;
  items: PaletteItem[];
}
