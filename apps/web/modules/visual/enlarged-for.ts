/** Text size of the wall at which a chart has its normal size, px. */
const USUAL_PX = 14;

/** Pure: the scale of charts for a screen size in px, following `--unit` of wall-page.module.css; in quarters. */
export function enlargedFor(width: number, height: number): number {
  const unit_px = Math.min(width * 0.01, height * 0.0175, 40);
  return Math.max(1, Math.round((4 * unit_px) / USUAL_PX) / 4);
}
