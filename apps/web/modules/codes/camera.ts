/** An active camera. */
export interface Camera {
  stream: MediaStream;
  deviceId: string;
  /** Whether it has a light. */
  torch: boolean;
  setTorch: (on: boolean) => Promise<void>;
  stop: () => void;
}

/**
 * Why there is no picture: no permission, no camera or one in use by another program, one that was disconnected, a page
 * without https, or no decoder, when the network fails.
 */
export type CameraTrouble = 'denied' | 'none' | 'lost' | 'insecure' | 'decoder';

// Torch control is not in the type library yet (W3C mediacapture-image).
type Lamp = { torch?: boolean };

/**
 * Starts a camera, the rear one unless another is given.
 * @param onLost It was unplugged, or the permission was revoked.
 * @throws CameraTrouble
 */
export async function startCamera(deviceId: string | undefined, onLost: () => void): Promise<Camera> {
  const media = navigator.mediaDevices as MediaDevices | undefined;
  if (!media) throw 'insecure' satisfies CameraTrouble;
  const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
  const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } };
  const stream = await media.getUserMedia({ video: { ...which, ...size }, audio: false }).catch((error) => {
    const denied = error instanceof DOMException && error.name === 'NotAllowedError';
    throw (denied ? 'denied' : 'none') satisfies CameraTrouble;
  });
  const [track] = stream.getVideoTracks();
  track?.addEventListener('ended', onLost);
  const can = (track?.getCapabilities?.() ?? {}) as MediaTrackCapabilities & Lamp;
  return {
    stream,
    deviceId: track?.getSettings().deviceId ?? '',
    torch: can.torch === true,
    setTorch: async (on) => {
      await track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
    },
    stop: () => {
      for (const each of stream.getTracks()) each.stop();
    },
  };
}

/** The cameras of this device, once one has been permitted. */
export async function cameras(): Promise<{ value: string; label: string }[]> {
  const all = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  return all
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }, i) => ({ value: deviceId, label: label || String(i + 1) }));
}
