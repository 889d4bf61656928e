import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Camera, type CameraTrouble, cameras, startCamera } from './camera.ts';
import { type Section, sectionsOf } from './camera-look.ts';

/** Pause between two decodings, ms: the video continues meanwhile. */
const REST_MS = 120;

export interface CameraView {
  camera: Camera | null;
  trouble: CameraTrouble | null;
  choices: { value: string; label: string }[];
}

const troubles: readonly unknown[] = ['denied', 'insecure', 'decoder'] satisfies CameraTrouble[];

/**
 * Decodes the camera picture while it is shown and reports the decoded texts.
 * @param video The video element; it stays during errors, for the retry.
 * @param tries A change retries.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  deviceId: string | undefined,
  tries: number,
  onRead: (texts: string[]) => void,
): CameraView {
  const [view, setView] = useState<CameraView>({ camera: null, trouble: null, choices: [] });
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let camera: Camera | null = null;
    /** Stops reading: the camera is switched off, also when something else than the camera failed. */
    const fail = async (trouble: CameraTrouble) => {
      if (signal.aborted) return;
      stop.abort();
      camera?.stop();
      setView((before) => ({ ...before, camera: null, trouble }));
      // Another camera may be free.
      const choices = await cameras();
      setView((before) => (before.trouble === trouble ? { ...before, choices } : before));
    };
    const run = async () => {
      setView((before) => ({ ...before, camera: null, trouble: null }));
      camera = await startCamera(deviceId, () => void fail('lost'));
      if (signal.aborted) return camera.stop();
      const choices = await cameras();
      const screen = video.current;
      if (signal.aborted || !screen) return;
      setView({ camera, trouble: null, choices });
      screen.srcObject = camera.stream;
      await screen.play();
      await readOn(screen, signal, (texts) => latest.current(texts));
    };
    run().catch((error: unknown) => fail(troubles.includes(error) ? (error as CameraTrouble) : 'none'));
    return () => {
      stop.abort();
      camera?.stop();
    };
  }, [video, deviceId, tries]);
  return view;
}

async function readOn(
  screen: HTMLVideoElement,
  signal: AbortSignal,
  onRead: (texts: string[]) => void,
): Promise<void> {
  const decode = await loadDecoder();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  for (let round = 0; !signal.aborted && context; round++) {
    if (screen.videoWidth > 0 && !document.hidden) {
      const sections = sectionsOf(screen.videoWidth, screen.videoHeight);
      const { x, y, width, height, scale } = sections[round % sections.length] as Section;
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      context.imageSmoothingQuality = 'high';
      context.drawImage(screen, x, y, width, height, 0, 0, canvas.width, canvas.height);
      const texts = await decode(context.getImageData(0, 0, canvas.width, canvas.height));
      if (texts.length > 0 && !signal.aborted) onRead(texts);
    }
    await new Promise((go) => setTimeout(go, REST_MS));
  }
}

/** @throws CameraTrouble */
async function loadDecoder() {
  const { decode } = await import('./decode.ts').catch(() => {
    throw 'decoder' satisfies CameraTrouble;
  });
  return (picture: ImageData) =>
    decode(picture).catch(() => {
      throw 'decoder' satisfies CameraTrouble;
    });
}
