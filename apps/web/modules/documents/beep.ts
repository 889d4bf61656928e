import type { VerdictTone } from './verdicts.ts';

let context: AudioContext | null = null;

const tones: Record<VerdictTone, { hertz: number; seconds: number }> = {
  good: { hertz: 1320, seconds: 0.08 },
  doubtful: { hertz: 660, seconds: 0.16 },
  refused: { hertz: 220, seconds: 0.35 },
  unchecked: { hertz: 660, seconds: 0.16 },
};

/** A sound for a scan: high for a good line, lower for an incomplete or unchecked one, low and long for a refused one. */
export function beep(verdict: VerdictTone): void {
  try {
    context ??= new AudioContext();
    const { hertz, seconds } = tones[verdict];
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    volume.gain.value = 0.08;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + seconds);
  } catch {
    // Without sound, colour and text express the same.
  }
}
