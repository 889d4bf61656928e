let context: AudioContext | null = null;

/** A short sound for a scan: high for a line that was added, low for one that was refused. */
export function beep(good: boolean): void {
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = good ? 1320 : 220;
    volume.gain.value = 0.08;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + (good ? 0.08 : 0.35));
  } catch {
    // Without sound the colour and the words say the same.
  }
}
