export const SITES_PATH = '/sites/index';
export const sitePath = (id: string) => `/sites/site/${encodeURIComponent(id)}`;

/** Roles that may change sites: those that may bind devices. */
export const mayManage = (roleId: number) => roleId <= 4;
