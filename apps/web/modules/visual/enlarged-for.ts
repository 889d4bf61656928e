/** The text of the wall, px, at which a chart has its usual size. */
const USUAL_PX = 14;

/** Pure: how much larger a chart is drawn on a screen of so many px, as `--unit` of wall-page.module.css grows; in quarters. */
export function enlargedFor(width: number, height: number): number {
  const unit_px = Math.min(width * 0.01, height * 0.0175, 40);
  return Math.max(1, Math.round((4 * unit_px) / USUAL_PX) / 4);
}
