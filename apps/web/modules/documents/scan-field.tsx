import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openScanner, receiveScans, useBurstEnd } from '../codes/index.ts';
import styles from './documents.module.css';
import { parsePasted } from './parse-pasted.ts';
import type { Scans } from './use-scans.ts';

interface ScanFieldProps {
  scans: Scans;
  /** Gets the focus when it appears in a dialog. */
  first?: boolean;
  /** Gets the focus at once, wherever it appears. */
  focusNow?: boolean;
}

/** The input for lines: a scanner, the keyboard, the camera, or a pasted column of a spreadsheet. */
export function ScanField({
  scans: { one, many, locations, input },
  first = false,
  focusNow = false,
}: ScanFieldProps) {
  const { t } = useTranslation('documents');
  const [entry, setEntry] = useState({ text: '', isRefused: false });
  const { text } = entry;
  // After the dialog has moved the focus from the removed fields.
  useEffect(() => {
    if (!focusNow) return;
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, [focusNow, input]);
  const submit = (code: string) => {
    const isRefused = !one(code);
    setEntry({ text: isRefused ? code : '', isRefused });
    input.current?.focus();
  };
  // Selected, so that the next scan replaces a refused one instead of following it.
  useLayoutEffect(() => {
    if (entry.isRefused) input.current?.select();
  }, [entry, input]);
  const endOfScan = useBurstEnd();
  // A scanner types wherever the focus is. A hidden page has no effects, and so receives nothing.
  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => receiveScans((scanned) => latest.current(scanned)), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const end = endOfScan(event.nativeEvent);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (text.trim()) submit(end?.otherReading ?? text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\n\t;]/.test(pasted.trim())) return;
    event.preventDefault();
    many(parsePasted(pasted));
  };
  return (
    // In a dialog it receives scans wherever the focus is.
    <div data-scan="here">
      <TextInput
        ref={input}
        className={styles.scan ?? ''}
        value={text}
        onChange={(event) => setEntry({ text: event.currentTarget.value, isRefused: false })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        label={t('scan.label')}
        description={locations.all.length > 0 ? t('scan.hintLocation') : t('scan.hint')}
        inputWrapperOrder={['label', 'input', 'description']}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-scan="own"
        data-autofocus={first || undefined}
        maxLength={400}
        classNames={{ input: styles.code ?? '' }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('scan.camera')}
            title={t('scan.camera')}
            onClick={() => openScanner(submit)}
          >
            <IconScan size={18} stroke={1.7} />
          </ActionIcon>
        }
      />
      {locations.all.length > 0 && (
        <NativeSelect
          size="xs"
          mt="xs"
          className={styles.scan ?? ''}
          label={t('scan.location')}
          value={locations.here ?? ''}
          onChange={(event) => locations.onHere(event.currentTarget.value || null)}
          data={[{ value: '', label: t('scan.noLocation') }, ...locations.all]}
        />
      )}
    </div>
  );
}

/** The result of the last scan, as text and colour. */
export function LastScan({ scans: { last } }: { scans: Scans }) {
  return (
    <p role="status" className={styles.outcome} data-tone={last?.tone}>
      {last?.words}
    </p>
  );
}
