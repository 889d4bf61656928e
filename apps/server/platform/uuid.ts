const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a client's text can be an id; PostgreSQL rejects any other with an error. */
export const isUuid = (text: string): boolean => uuid.test(text);
