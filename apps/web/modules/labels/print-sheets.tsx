import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { usePaper } from '../../parts/use-paper.ts';
import type { LabelSettings } from './labels-state.ts';
import { paperOf, SheetDrawing, sheetsOf } from './sheets.tsx';
import type { ReadyLabel } from './use-labels.ts';

/** What a sheet is smaller than its paper, mm; labels keep their places from the top left. */
const HAIR_MM = 0.3;

/**
 * The sheets as they go to the printer, in place of the page: printing, by the button or the browser's own
 * command, prints these and nothing else, at their real size. On the screen they are not there.
 */
export function PrintSheets({
  ready,
  settings,
  onDrawn,
}: {
  ready: readonly ReadyLabel[];
  settings: LabelSettings;
  /** The sheets are rendered: now they can be printed. */
  onDrawn?: () => void;
}) {
  const { width, height } = paperOf(settings);
  const empty = ready.length === 0;
  const root = usePaper(
    empty
      ? null
      : `@page { size: ${width}mm ${height}mm; margin: 0 }
      @media print {
        /* A hair smaller than the paper: whole pixels of the browser would run over into an empty page. */
        [data-print] > [data-sheet] { width: ${width - HAIR_MM}mm !important; height: ${height - HAIR_MM}mm !important; break-after: page; break-inside: avoid }
        [data-print] > [data-sheet]:last-child { break-after: auto }
      }`,
  );
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  const isDrawn = root !== null && !empty;
  useEffect(() => {
    if (isDrawn) drawn.current?.();
  }, [isDrawn]);
  if (!root || empty) return null;
  return createPortal(
    sheetsOf(ready, settings).map((places, n) => (
      <SheetDrawing key={n} places={places} settings={settings} />
    )),
    root,
  );
}
