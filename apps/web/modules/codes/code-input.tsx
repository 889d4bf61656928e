import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconScan } from '@tabler/icons-react';
import { blockOf, formOf, normalise, repairs } from '@voltloop/domain/battery-code/index.ts';
import { parseOption } from '@voltloop/domain/options/index.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { useField, useLineText } from '@voltloop/ui/form/fields.tsx';
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type RefCallBack, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { InputProps } from '../resources/index.ts';
import { CodeParts } from './code-parts.tsx';
import styles from './codes.module.css';
import { RepairList } from './repair-list.tsx';
import { openScanner } from './scan-state.ts';
import { useBurstEnd } from './use-burst-end.ts';

/** Longest text that a scanner may send for one label; what a form keeps is shorter and judged by its schema. */
const MOST_READ = 400;
const REST_MS = 200;

/**
 * The input of a battery code: the decoded code is shown below while it is typed, scanned or pasted, with what is
 * doubtful, and with repairs of a misread one. A scanner's Enter does not send the form.
 */
export default function CodeInput(props: InputProps) {
  return isInLine(props.name) ? <LineCode {...props} /> : <FormCode {...props} />;
}

const isInLine = (name: string) => name.includes('.');

function FormCode(props: InputProps) {
  const { field, error } = useField(props.name);
  const text = String(field.value ?? '');
  usePrefill(props.name, text === '', (given) => field.onChange(given));
  return (
    <CodeBox {...props} text={text} error={error} onText={field.onChange} input={{ ...field, value: text }} />
  );
}

/** In a line of many; the page itself holds what is typed, as in the other texts of a line (useLineText). */
function LineCode(props: InputProps) {
  const { field, error } = useLineText(props.name);
  const { getValues, setValue } = useFormContext();
  const [text, setText] = useState(() => String(getValues(props.name) ?? ''));
  const onText = (given: string) => {
    setText(given);
    setValue(props.name, given, { shouldDirty: true });
  };
  return (
    <CodeBox
      {...props}
      text={text}
      error={error}
      onText={onText}
      input={{
        ...field,
        onChange: (event) => {
          setText(event.target.value);
          return field.onChange(event);
        },
      }}
    />
  );
}

interface CodeBoxProps extends InputProps {
  text: string;
  error: ReactNode;
  onText: (text: string) => void;
  /** What connects the input with the form. */
  input: {
    name: string;
    ref: RefCallBack;
    onChange: (event: ChangeEvent<HTMLInputElement>) => unknown;
    onBlur: (event: FocusEvent<HTMLInputElement>) => unknown;
    value?: string;
  };
}

function CodeBox({
  name,
  field: declared,
  label,
  required,
  text,
  error,
  onText,
  input: field,
}: CodeBoxProps) {
  const { t } = useTranslation('codes');
  const { setValue } = useFormContext();
  // In a line it is the code of another battery, and explained only while it has the focus: there may be many.
  const inLine = isInLine(name);
  const [focused, setFocused] = useState(false);
  // Explained once the hands rest: half a code says nothing, and a reader would hear it with each key.
  const [settledText] = useDebouncedValue(text, REST_MS);
  const about = useId();
  const input = useRef<HTMLInputElement>(null);
  const latestText = useRef(onText);
  latestText.current = onText;
  const take = useCallback(
    (given: string) => {
      latestText.current(given);
      setValue(name, given, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
      input.current?.focus();
    },
    [name, setValue],
  );
  const isScan = useBurstEnd();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isScan(event.nativeEvent)) return;
    event.preventDefault();
    const clean = repairs(event.currentTarget.value, chinaDay(new Date()))[0];
    // Prefixes, control characters and blanks of the scanner are removed silently; a guess is only offered.
    if (clean?.steps.every(({ guess }) => guess === 0)) take(clean.code);
  };
  const code = normalise(text);
  const short = code !== '' && formOf(code) === null && blockOf(code) === 'check.batteryCode.length';

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes whether the focus is in it
    <div
      className={inLine ? styles.lineField : styles.field}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      <TextInput
        {...field}
        ref={(element) => {
          input.current = element;
          field.ref(element);
        }}
        onBlur={(event) => {
          const tidy = normalise(text);
          if (tidy !== text) onText(tidy);
          void field.onBlur(event);
        }}
        onKeyDown={onKeyDown}
        label={label}
        required={required}
        error={error}
        description={short ? t('length', { count: code.length }) : declared.hint && t('hint')}
        maxLength={MOST_READ}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-scan="own"
        aria-describedby={about}
        classNames={{ input: styles.code ?? '' }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('scan.camera')}
            title={t('scan.camera')}
            onClick={() => openScanner((given) => take(normalise(given)))}
          >
            <IconScan size={18} stroke={1.7} />
          </ActionIcon>
        }
      />
      {inLine && !focused ? (
        <div id={about} />
      ) : (
        <CodeHelp id={about} text={settledText} watched={inLine ? NOTHING : OF_BATTERY} onPick={take} />
      )}
    </div>
  );
}

const NOTHING: string[] = [];
/** What the form says of the battery that the code names. */
const OF_BATTERY = ['productType', 'chemistry'];

interface CodeHelpProps {
  id: string;
  text: string;
  watched: string[];
  onPick: (code: string) => void;
}

/** What a code says, and what it may have been. */
const CodeHelp = memo(function CodeHelp({ id, text, watched, onPick }: CodeHelpProps) {
  const [productType, chemistry] = useWatch({ name: watched });
  const code = normalise(text);
  const proposed = useMemo(
    () => (blockOf(code) === null || text.length > 12 ? repairs(text, chinaDay(new Date())) : []),
    [code, text],
  );
  const known =
    watched === NOTHING
      ? {}
      : {
          productType: parseOption('productType', productType) ?? null,
          chemistry: parseOption('chemistry', chemistry) ?? null,
        };
  return (
    <>
      <div id={id} aria-live="polite">
        <CodeParts code={code} known={known} />
      </div>
      <RepairList repairs={proposed} onPick={onPick} />
    </>
  );
});

/** The code that the address of a new form carries, taken over once while the field is empty. */
function usePrefill(name: string, empty: boolean, take: (code: string) => void): void {
  const { pathname, search } = useLocation();
  const given = pathname.endsWith('/new') ? new URLSearchParams(search).get(name) : null;
  const taken = useRef<string | null>(null);
  useEffect(() => {
    if (!given || !empty || taken.current === given) return;
    taken.current = given;
    take(normalise(given));
  });
}
