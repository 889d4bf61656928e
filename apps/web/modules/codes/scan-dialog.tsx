import { Button, FileButton, Group, Loader, Select, TextInput } from '@mantine/core';
import { IconBulb, IconPhoto } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/index.ts';
import type { Camera } from './camera.ts';
import styles from './codes.module.css';
import { useCamera } from './use-camera.ts';

interface ScanDialogProps {
  onClose: () => void;
  /** Called with one text, as decoded. */
  onRead: (text: string) => void;
}

/** Reads a code with the camera, from a picture, or from the keyboard where there is neither. */
export default function ScanDialog({ onClose, onRead }: ScanDialogProps) {
  const { t } = useTranslation('codes');
  const [several, setSeveral] = useState<string[]>([]);
  const accept = (texts: string[]) => {
    const [only, ...more] = texts;
    if (only === undefined) return;
    if (more.length > 0) setSeveral(texts);
    else onRead(only);
  };
  return (
    <Dialog opened guarded={false} onClose={onClose} title={t('scan.title')} size="lg">
      <div className={styles.scanner} data-scan="here">
        {several.length > 0 ? (
          <Several texts={several} onPick={onRead} onRetry={() => setSeveral([])} />
        ) : (
          <>
            <Finder onRead={accept} />
            <ByHand onRead={onRead} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Finder({ onRead }: { onRead: (texts: string[]) => void }) {
  const { t } = useTranslation('codes');
  const video = useRef<HTMLVideoElement>(null);
  const [chosenCamera, setChosenCamera] = useState<string>();
  const [tries, setTries] = useState(0);
  const { camera, trouble, choices } = useCamera(video, chosenCamera, tries, onRead);
  const [wrong, setWrong] = useState('');
  const readFile = async (file: File | null) => {
    if (!file) return;
    setWrong('');
    const decoder = await import('./decode.ts').catch(() => null);
    if (!decoder) return setWrong(t('scan.trouble.decoder'));
    const texts = await decoder.decode(file).catch(() => []);
    if (texts.length === 0) setWrong(t('scan.nothing'));
    else onRead(texts);
  };
  return (
    <>
      <div className={styles.finder} data-trouble={trouble ?? undefined}>
        <video
          ref={video}
          className={styles.video}
          hidden={trouble !== null}
          playsInline
          muted
          aria-label={t('scan.picture')}
        />
        {trouble ? (
          <>
            <p role="status">{t(`scan.trouble.${trouble}`)}</p>
            {trouble !== 'insecure' && (
              <Button variant="default" onClick={() => setTries(tries + 1)}>
                {t('scan.retry')}
              </Button>
            )}
          </>
        ) : (
          <>
            {!camera && <Loader size="sm" />}
            <span className={styles.frame} aria-hidden="true" />
          </>
        )}
      </div>
      <p className={styles.note}>{t('scan.how')}</p>
      <Group gap="xs">
        {choices.length > 1 && (
          <Select
            aria-label={t('scan.which')}
            data={choices}
            value={chosenCamera ?? camera?.deviceId ?? null}
            onChange={(value) => setChosenCamera(value ?? undefined)}
            allowDeselect={false}
            className={styles.which}
          />
        )}
        {camera?.torch && <Light key={camera.stream.id} camera={camera} />}
        <FileButton accept="image/*" onChange={(file) => void readFile(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPhoto size={16} stroke={1.8} />}>
              {t('scan.file')}
            </Button>
          )}
        </FileButton>
      </Group>
      <div role="alert" className={styles.wrong}>
        {wrong}
      </div>
    </>
  );
}

/** Switches the light of a camera. */
function Light({ camera }: { camera: Camera }) {
  const { t } = useTranslation('codes');
  const [lit, setLit] = useState(false);
  const toggle = () =>
    camera.setTorch(!lit).then(
      () => setLit(!lit),
      // A light in use by another program does not change, and neither does the button.
      () => undefined,
    );
  return (
    <Button
      variant="default"
      leftSection={<IconBulb size={16} stroke={1.8} />}
      aria-pressed={lit}
      onClick={() => void toggle()}
    >
      {t('scan.light')}
    </Button>
  );
}

function ByHand({ onRead }: { onRead: (text: string) => void }) {
  const { t } = useTranslation('codes');
  const [text, setText] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onRead(text);
  };
  return (
    <form onSubmit={send} className={styles.byHand}>
      <TextInput
        label={t('scan.byHand')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={400}
        autoComplete="off"
        spellCheck={false}
        data-scan="own"
        // The keyboard of a phone would cover the camera's picture.
        data-autofocus={matchMedia('(pointer: fine)').matches || undefined}
        classNames={{ input: styles.code ?? '' }}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        {t('scan.find')}
      </Button>
    </form>
  );
}

function Several({
  texts,
  onPick,
  onRetry,
}: {
  texts: string[];
  onPick: (text: string) => void;
  onRetry: () => void;
}) {
  const { t } = useTranslation('codes');
  return (
    <div className={styles.repairs}>
      <p className={styles.note}>{t('scan.several')}</p>
      {texts.map((text) => (
        <button key={text} type="button" className={styles.repair} onClick={() => onPick(text)}>
          <code>{text}</code>
        </button>
      ))}
      <Button variant="default" onClick={onRetry}>
        {t('scan.again')}
      </Button>
    </div>
  );
}
