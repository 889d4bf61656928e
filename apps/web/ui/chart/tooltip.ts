import own from './chart.module.css';
import styles from './chart-tooltip.module.css';
import type { DrawingPoint } from './drawing.ts';
import { colorOf, type Look } from './look.ts';

/** Largest number of figures; the table has all. */
const MOST = 12;

/** The figures of a point as DOM elements: texts are inserted as text, never as markup. */
export function tooltipOf(point: DrawingPoint, look: Look, hidden: ReadonlySet<string>): HTMLElement {
  const box = document.createElement('div');
  box.className = own.tooltip ?? '';
  const add = (to: HTMLElement, name: string | undefined, text = '') => {
    const element = document.createElement('div');
    element.className = name ?? '';
    element.textContent = text;
    to.append(element);
    return element;
  };
  add(box, styles.title, point.title);
  const shown = point.figures.filter(({ series }) => !series || !hidden.has(series));
  for (const figure of shown.slice(0, MOST)) {
    const row = add(box, styles.row);
    const mark = add(row, styles.mark);
    mark.style.background =
      figure.color || figure.series
        ? colorOf(look, figure.color, point.figures.indexOf(figure))
        : 'transparent';
    add(row, styles.label, figure.label);
    add(row, styles.value, figure.value);
    add(row, styles.unit, figure.unit);
  }
  if (shown.length > MOST) add(box, styles.unit, `+ ${shown.length - MOST}`);
  return box;
}
