import { useQuery } from '@tanstack/react-query';
import { findLabels, MAX_LABELS } from '@voltloop/contract/calls/battery-codes.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { languageOf } from '../../context/language-of.ts';
import { type PlacedLabel, placeLabel, type SymbolModules, type TooSmall } from './geometry.ts';
import { type Labelled, labelLines } from './label-lines.ts';
import type { LabelSettings } from './labels-state.ts';

export interface ReadyLabel {
  code: string;
  symbol: SymbolModules;
  placed: PlacedLabel;
}

/** Symbols drawn between two yields to the event loop. */
const AT_ONCE = 40;

/** The batteries of these codes; a code without a battery is printed with its decoded data. */
function useLabelled(codes: readonly string[]): { labelled: Labelled[]; error: unknown; known: number } {
  const found = useQuery({
    queryKey: ['battery', 'findLabels', codes],
    queryFn: ({ signal }) => call(findLabels, { body: { ids: [], codes: [...codes] }, signal }),
    enabled: codes.length > 0 && codes.length <= MAX_LABELS,
    placeholderData: (before) => before,
  });
  const rows = new Map(found.data?.map((row) => [row.batteryCode, row]));
  const labelled = codes.map((batteryCode) => rows.get(batteryCode) ?? { batteryCode });
  return { labelled, error: found.error, known: codes.filter((code) => rows.has(code)).length };
}

/** The symbols of codes, drawn in slices so that the page stays responsive. */
function useSymbols(codes: readonly string[], symbology: LabelSettings['symbology']) {
  const [drawn, setDrawn] = useState<ReadonlyMap<string, SymbolModules>>(new Map());
  const key = `${symbology} ${codes.join(' ')}`;
  useEffect(() => {
    let left = false;
    const draw = async () => {
      const { symbolOf } = await import('./symbol.ts');
      const next = new Map<string, SymbolModules>();
      for (const [index, code] of codes.entries()) {
        if (index % AT_ONCE === AT_ONCE - 1) await new Promise((go) => setTimeout(go));
        if (left) return;
        next.set(code, symbolOf(symbology, code));
      }
      if (!left) setDrawn(next);
    };
    void draw();
    return () => {
      left = true;
    };
  }, [key]);
  return drawn;
}

export interface Labels {
  ready: ReadyLabel[];
  tooSmall: TooSmall | null;
  /** Symbols are still being drawn. */
  drawing: boolean;
  known: number;
  error: unknown;
}

/** Complete labels, with as many copies as requested. */
export function useLabels(codes: readonly string[], settings: LabelSettings): Labels {
  const { i18n } = useTranslation();
  const { labelled, known, error } = useLabelled(codes);
  const symbols = useSymbols(codes, settings.symbology);
  const ready: ReadyLabel[] = [];
  const lacking: TooSmall[] = [];
  let drawing = false;
  for (const each of labelled) {
    const symbol = symbols.get(each.batteryCode);
    if (symbol?.symbology !== settings.symbology) {
      drawing = true;
      continue;
    }
    const lines = labelLines(each, settings.symbology, settings.facts, languageOf(i18n.language));
    const placed = placeLabel(symbol, lines, settings, settings.printer);
    if ('tooSmall' in placed) lacking.push(placed);
    else
      ready.push(
        ...Array.from({ length: settings.copies }, () => ({ code: each.batteryCode, symbol, placed })),
      );
  }
  // The longest symbol determines the minimum size of the label.
  const tooSmall = lacking.sort((a, b) => b.least - a.least)[0] ?? null;
  return { ready: tooSmall || drawing ? [] : ready, tooSmall, drawing, known, error };
}
