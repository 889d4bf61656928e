/**
 * The rules of the change-password dialog: both sets of the specification (section 5) merged; the first failing
 * rule wins (interpretation A12 to A14, B25, B26). Pure; errors are keys of the catalogue `password`.
 */
export interface PasswordForm {
  /** The old password. */
  pass: string;
  newPass: string;
  checkPass: string;
}

export const emptyPasswordForm: PasswordForm = { pass: '', newPass: '', checkPass: '' };
/** Maximum length of a field. */
export const PASSWORD_MAX = 16;
const MIN = 8;

const lengthOf = (text: string) => [...text].length;
/** Neither a letter nor a digit of any script, nor `_`: a "special character" in the specification's texts. */
const startsSpecial = (text: string) => /^[^\p{L}\p{N}_]/u.test(text);

/**
 * Errors that prevent submitting. The old password is only required: one from before these rules must remain usable
 * (interpretation A13).
 */
export function passwordErrors(form: PasswordForm): Partial<Record<keyof PasswordForm, string>> {
  const errors: Partial<Record<keyof PasswordForm, string>> = {};
  if (form.pass === '') errors.pass = 'error.oldMissing';
  const wrong = newPasswordError(form.newPass);
  if (wrong) errors.newPass = wrong;
  if (form.checkPass === '') errors.checkPass = 'error.confirmMissing';
  else if (lengthOf(form.checkPass) < MIN) errors.checkPass = 'error.invalid';
  else if (form.checkPass !== form.newPass) errors.checkPass = 'error.differ';
  return errors;
}

function newPasswordError(text: string): string | undefined {
  if (text === '') return 'error.newMissing';
  if (startsSpecial(text)) return 'error.special';
  if (!/^[A-Za-z0-9]/.test(text)) return 'error.first';
  if (lengthOf(text) < MIN) return 'error.invalid';
  return /\s/.test(text) ? 'error.space' : undefined;
}

/** A hint that the old password looks mistyped; does not prevent submitting. */
export function oldPasswordHint(text: string): string | undefined {
  if (text === '') return undefined;
  if (startsSpecial(text)) return 'error.special';
  return lengthOf(text) < MIN ? 'error.short' : undefined;
}

/** The one error also shown as a toast on submit; missing fields are obvious. */
export function toastOf(errors: Partial<Record<keyof PasswordForm, string>>): string | undefined {
  return [errors.newPass, errors.checkPass].find((each) => each && !each.endsWith('Missing'));
}
