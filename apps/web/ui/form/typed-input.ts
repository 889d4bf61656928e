/**
 * Detects input that a person has entered into the fields of a dialog, also where no form library knows it: fields that
 * were edited, or hidden inputs of lists of choices, whose value differs from that before the first use of the dialog.
 * Values that arrive later from the server are no input.
 */
export class TypedInput {
  private readonly before = new Map<Field, string>();
  private readonly edited = new Set<Field>();

  /** Remembers the values of the fields before they are used; called at each click, focus and key. */
  remember(box: HTMLElement): void {
    for (const field of box.querySelectorAll<Field>('input, textarea, select'))
      if (!this.before.has(field) && isInput(field)) this.before.set(field, stateOf(field));
  }

  /** A field fired an event of its own: a person edited it. */
  edit(target: EventTarget): void {
    if (isField(target)) this.edited.add(target);
  }

  /** Whether a field that still exists has another value than before. */
  isDirty(): boolean {
    for (const [field, value] of this.before)
      if (
        field.isConnected &&
        (this.edited.has(field) || field.type === 'hidden') &&
        stateOf(field) !== value
      )
        return true;
    return false;
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** A search, secret or typed confirmation is no loss; a form of its own registers its changes itself. */
const isInput = (field: Field): boolean =>
  field.type !== 'search' &&
  field.type !== 'password' &&
  field.autocomplete !== 'one-time-code' &&
  field.closest('[data-unguarded], form[data-registered]') === null;

const stateOf = (field: Field): string =>
  field.type === 'checkbox' || field.type === 'radio'
    ? String((field as HTMLInputElement).checked)
    : field.value;
