export type TextField = HTMLInputElement | HTMLTextAreaElement;

export const isField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** The content of a field; null for anything else. */
export const fieldValue = (target: EventTarget | null): string | null =>
  isField(target) ? target.value : null;

/** Sets the content of a field, such as that from before a scan, in a way that React detects. */
export function setFieldValue(field: TextField, value: string): void {
  const proto =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
