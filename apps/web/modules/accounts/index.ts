export { AccountPicker, type PickedAccount } from './account-picker.tsx';
export { codeOfHash } from './invite-link.ts';
export { NewPasswordField } from './password-field.tsx';
export { type PickedThing, ThingPicker } from './thing-picker.tsx';
export { UserState } from './user-state.tsx';
