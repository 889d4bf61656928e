/**
 * The rules of the change-password dialog: both sets of the specification (section 5) merged, the first that fails
 * wins (interpretation A12 to A14, B25, B26). Pure; errors are keys of the catalogue `password`.
 */
export interface PasswordForm {
  /** The old password. */
  pass: string;
  newPass: string;
  checkPass: string;
}

export const emptyPasswordForm: PasswordForm = { pass: '', newPass: '', checkPass: '' };
/** Longest text that a field takes. */
export const PASSWORD_MAX = 16;
const MIN = 8;

const lengthOf = (text: string) => [...text].length;
/** Neither a letter nor a digit of any script, nor `_`: what the specification's texts call a special character. */
const startsSpecial = (text: string) => /^[^\p{L}\p{N}_]/u.test(text);

/**
 * What stops the form from being sent. The old password is only required: the owner of one from before these rules must
 * be able to get rid of it (interpretation A13).
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

/** What is odd about the old password, without stopping anybody: it looks mistyped. */
export function oldPasswordHint(text: string): string | undefined {
  if (text === '') return undefined;
  if (startsSpecial(text)) return 'error.special';
  return lengthOf(text) < MIN ? 'error.short' : undefined;
}

/** The one error that is also said as a toast when the form is sent: missing texts are plain to see. */
export function toastOf(errors: Partial<Record<keyof PasswordForm, string>>): string | undefined {
  return [errors.newPass, errors.checkPass].find((each) => each && !each.endsWith('Missing'));
}
