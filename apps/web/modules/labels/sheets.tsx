import { A4, pagesOf, placeOnSheet, type Size } from './geometry.ts';
import { LabelDrawing } from './label-drawing.tsx';
import styles from './labels.module.css';
import type { LabelSettings } from './labels-state.ts';
import type { ReadyLabel } from './use-labels.ts';

/** Splits labels into sheets of A4, or one label each. */
export function sheetsOf(ready: readonly ReadyLabel[], settings: LabelSettings): (ReadyLabel | null)[][] {
  const { paper, sheet, skip } = settings;
  return paper === 'roll' ? pagesOf(ready, 1, 0) : pagesOf(ready, sheet.columns * sheet.rows, skip);
}

/** The paper in the printer. */
export const paperOf = ({ paper, width, height }: LabelSettings): Size =>
  paper === 'roll' ? { width, height } : A4;

/** One sheet at its real size. */
export function SheetDrawing({
  places,
  settings,
}: {
  places: (ReadyLabel | null)[];
  settings: LabelSettings;
}) {
  const paper = paperOf(settings);
  return (
    <div
      className={styles.sheet}
      style={{ width: `${paper.width}mm`, height: `${paper.height}mm` }}
      data-sheet
    >
      {places.map((each, index) => {
        const { x, y } =
          settings.paper === 'roll' ? { x: 0, y: 0 } : placeOnSheet(settings.sheet, settings, index);
        if (!each) return null;
        return (
          <div key={index} className={styles.label} style={{ left: `${x}mm`, top: `${y}mm` }} data-label>
            <LabelDrawing label={settings} symbol={each.symbol} placed={each.placed} code={each.code} />
          </div>
        );
      })}
    </div>
  );
}
