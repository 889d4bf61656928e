/** Roles that may register things, change their secrets and remove them (interpretation D06). */
export const mayRegister = (roleId: number): boolean => roleId <= 1;
