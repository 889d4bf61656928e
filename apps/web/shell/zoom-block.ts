/** The smallest step of a mouse wheel, px; a pinch on a touch pad comes in smaller steps. */
const NOTCH_PX = 50;

/**
 * Blocks the browser's zoom by Ctrl or Cmd and the mouse wheel (specification section 2). Keyboard and pinch zoom stay
 * (interpretation C35): a pinch on a touch pad is a wheel event with `ctrlKey` set without a pressed key, in small steps.
 */
export function blockWheelZoom(target: Window = window): void {
  let modifierDown = false;
  const onKey = (event: KeyboardEvent) => {
    modifierDown = event.ctrlKey || event.metaKey;
  };
  const onBlur = () => {
    modifierDown = false;
  };
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    const pinch = !modifierDown && event.deltaY !== 0 && Math.abs(event.deltaY) < NOTCH_PX;
    if (!pinch) event.preventDefault();
  };
  target.addEventListener('keydown', onKey, true);
  target.addEventListener('keyup', onKey, true);
  target.addEventListener('blur', onBlur);
  target.addEventListener('wheel', onWheel, { passive: false });
}
