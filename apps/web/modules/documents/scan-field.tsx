import { ActionIcon, TextInput } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { blockOf, codesWithin, normalise } from '@voltloop/domain/battery-code/index.ts';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openScanner } from '../codes/index.ts';
import { beep } from './beep.ts';
import styles from './documents.module.css';
import { type Pasted, parsePasted } from './parse-pasted.ts';

/** What became of the last scan. */
type Outcome = { code: string; was: 'added' | 'twice' | 'wrong' } | { count: number; twice: number };

interface ScanFieldProps {
  /** Codes that the document has already. */
  known: ReadonlySet<string>;
  onAdd: (pasted: readonly Pasted[]) => void;
}

/** Adds lines: a scanner, the keyboard, the camera, or a column of a spreadsheet pasted at once. */
export function ScanField({ known, onAdd }: ScanFieldProps) {
  const { t } = useTranslation('documents');
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const one = (given: string) => {
    const code = codesWithin(given)[0] ?? normalise(given);
    if (!code) return;
    setText('');
    const was = known.has(code) ? 'twice' : blockOf(code) === null ? 'added' : 'wrong';
    beep(was === 'added');
    setOutcome({ code, was });
    if (was === 'added') onAdd([{ code }]);
    // What was refused stays to be read and corrected.
    if (was === 'wrong') setText(given);
    input.current?.focus();
  };
  const many = (pasted: readonly Pasted[]) => {
    const fresh = pasted.filter(
      ({ code }, n) => !known.has(code) && pasted.findIndex((each) => each.code === code) === n,
    );
    setOutcome({ count: fresh.length, twice: pasted.length - fresh.length });
    if (fresh.length > 0) onAdd(fresh);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    one(text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const given = event.clipboardData.getData('text');
    if (!/[\n\t;]/.test(given.trim())) return;
    event.preventDefault();
    many(parsePasted(given));
  };
  const good = outcome && ('count' in outcome ? outcome.count > 0 : outcome.was === 'added');
  return (
    <div className={styles.scan}>
      <TextInput
        ref={input}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        label={t('scan.label')}
        description={t('scan.hint')}
        inputWrapperOrder={['label', 'input', 'description']}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-scan="own"
        maxLength={400}
        classNames={{ input: styles.code ?? '' }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('scan.camera')}
            title={t('scan.camera')}
            onClick={() => openScanner(one)}
          >
            <IconScan size={18} stroke={1.7} />
          </ActionIcon>
        }
      />
      <p role="status" className={styles.outcome} data-tone={outcome ? (good ? 'ok' : 'danger') : undefined}>
        {outcome &&
          ('count' in outcome
            ? t('scan.pasted', { count: outcome.count, twice: outcome.twice })
            : t(`scan.${outcome.was}`, { code: outcome.code }))}
      </p>
    </div>
  );
}
