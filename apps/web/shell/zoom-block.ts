/** A notch of a mouse wheel is at least this far, px; a pinch on a touch pad comes in smaller steps. */
const NOTCH_PX = 50;

/**
 * Blocks the browser's zoom by Ctrl or Cmd and the mouse wheel (specification section 2). Keyboard and pinch stay
 * (interpretation C35): a pinch on a touch pad comes as a wheel with a Ctrl that nobody holds, in small steps.
 * Returns its stop.
 */
export function blockWheelZoom(target: Window = window): () => void {
  let held = false;
  const onKey = (event: KeyboardEvent) => {
    held = event.ctrlKey || event.metaKey;
  };
  const onBlur = () => {
    held = false;
  };
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    const pinch = !held && event.deltaY !== 0 && Math.abs(event.deltaY) < NOTCH_PX;
    if (!pinch) event.preventDefault();
  };
  target.addEventListener('keydown', onKey, true);
  target.addEventListener('keyup', onKey, true);
  target.addEventListener('blur', onBlur);
  target.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    target.removeEventListener('keydown', onKey, true);
    target.removeEventListener('keyup', onKey, true);
    target.removeEventListener('blur', onBlur);
    target.removeEventListener('wheel', onWheel);
  };
}
