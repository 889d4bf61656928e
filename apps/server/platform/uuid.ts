const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text of a client can be an id at all; PostgreSQL refuses anything else with an error. */
export const isUuid = (text: string): boolean => uuid.test(text);
