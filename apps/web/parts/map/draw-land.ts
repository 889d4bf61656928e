import type { Shape } from './land.ts';
import type { MapView } from './map-view.ts';

/** Draws the land over the whole canvas, in the colours that its style gives as `--map-land` and `--map-coast`. */
export function drawLand(
  canvas: HTMLCanvasElement,
  land: readonly Shape[],
  view: MapView,
  width: number,
  height: number,
): void {
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const { scale, center } = view;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(
    scale * ratio,
    0,
    0,
    scale * ratio,
    (width / 2 - center.x * scale) * ratio,
    (height / 2 - center.y * scale) * ratio,
  );
  context.fillStyle = style.getPropertyValue('--map-land');
  context.strokeStyle = style.getPropertyValue('--map-coast');
  context.lineWidth = 1 / scale;
  context.lineJoin = 'round';
  const left = center.x - width / 2 / scale;
  const right = center.x + width / 2 / scale;
  const top = center.y - height / 2 / scale;
  const bottom = center.y + height / 2 / scale;
  for (const aside of [-1, 0, 1]) {
    context.save();
    context.translate(aside, 0);
    for (const shape of land) {
      if (shape.right + aside < left || shape.left + aside > right) continue;
      if (shape.bottom < top || shape.top > bottom) continue;
      context.fill(shape.path);
      context.stroke(shape.path);
    }
    context.restore();
  }
}
