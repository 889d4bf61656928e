import { useComputedColorScheme } from '@mantine/core';
import { fromGcj02, toGcj02 } from '@voltloop/resources/geofence/gcj02.ts';
import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetupInfo } from '../../context/setup-info.ts';
import type { Base } from './base-style.ts';

const same = (position: Position) => position;

/** The operator's base of maps, in the current colours and language. */
export function useBase() {
  const tiles = useSetupInfo((info) => info.map_tiles);
  const style = useSetupInfo((info) => info.map_style);
  const file = useSetupInfo((info) => info.map_file);
  const dark = useComputedColorScheme('light') === 'dark';
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(() => {
    const base: Base = { style, file: file && new URL(file, location.href).href, tiles };
    const isShifted = !style && !file && tiles?.system === 'gcj02';
    const shift = isShifted ? { toBase: toGcj02, fromBase: fromGcj02 } : { toBase: same, fromBase: same };
    return { base, dark, language, shift };
  }, [tiles, style, file, dark, language]);
}

/** Whether the operator has configured a base beyond the land. */
export const useHasStreets = (): boolean =>
  useSetupInfo((info) => Boolean(info.map_tiles ?? info.map_file ?? info.map_style));
