/** Roles that may register things, change their secrets and take them out (interpretation D06). */
export const mayRegister = (roleId: number): boolean => roleId <= 1;
