/**
 * This node accepts no messages now: it stops, or does not know the time. They stay unacknowledged and are sent again.
 * The cause is logged once, not for each message.
 */
export class NotAccepting extends Error {}
