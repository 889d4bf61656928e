import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { usePaper } from '../../ui/use-paper.ts';
import type { LabelSettings } from './labels-state.ts';
import { paperOf, SheetDrawing, sheetsOf } from './sheets.tsx';
import type { ReadyLabel } from './use-labels.ts';

/** How much smaller than its paper a sheet is, mm; labels keep their positions from the top left. */
const HAIR_MM = 0.3;

/**
 * The printed sheets, which replace the page in print: printing, by the button or the browser's own
 * command, prints only these, at their real size. They are hidden on screen.
 */
export function PrintSheets({
  ready,
  settings,
  onDrawn,
}: {
  ready: readonly ReadyLabel[];
  settings: LabelSettings;
  /** The sheets are rendered and can be printed. */
  onDrawn?: () => void;
}) {
  const { width, height } = paperOf(settings);
  const empty = ready.length === 0;
  const root = usePaper(
    empty
      ? null
      : `@page { size: ${width}mm ${height}mm; margin: 0 }
      @media print {
        /* Slightly smaller than the paper: rounding to whole pixels would cause an extra, empty page. */
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
