/** What a colour means, the same everywhere: good, to note, to watch, wrong, none of these. */
export type Tone = 'ok' | 'info' | 'warning' | 'danger' | 'neutral';
