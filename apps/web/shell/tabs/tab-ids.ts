const idPart = (path: string) => path.replace(/[^\w-]/g, (each) => `_${each.codePointAt(0)?.toString(16)}`);

/** The ids by which a tab and its panel refer to each other. */
export const tabId = (path: string): string => `tab${idPart(path)}`;
export const panelId = (path: string): string => `panel${idPart(path)}`;
