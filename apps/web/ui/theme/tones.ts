/** The meaning of a colour, the same everywhere: good, information, warning, error, neutral. */
export type Tone = 'ok' | 'info' | 'warning' | 'danger' | 'neutral';
