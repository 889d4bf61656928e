/** The buttons of a resource, in the order of their ids after that of the menu entry. */
export const buttons = ['insert', 'update', 'delete', 'export', 'import', 'step', 'personal'] as const;
export type Button = (typeof buttons)[number];
