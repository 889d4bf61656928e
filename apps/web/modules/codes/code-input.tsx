import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconScan } from '@tabler/icons-react';
import { blockOf, formOf, normalise, repairs } from '@voltloop/domain/battery-code/index.ts';
import { parseOption } from '@voltloop/domain/options/index.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
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
import { useField, useLineText } from '../../ui/form/fields.tsx';
import type { InputProps } from '../resources/index.ts';
import { CodeParts } from './code-parts.tsx';
import styles from './codes.module.css';
import { RepairList } from './repair-list.tsx';
import { openScanner } from './scan-state.ts';
import { useBurstEnd } from './use-burst-end.ts';

/** Longest text of one scan; the form's schema limits the value further. */
const MAX_READ = 400;
const REST_MS = 200;

/**
 * The input of a battery code: the decoded code is shown below while it is typed, scanned or pasted, with warnings and
 * with suggested repairs of a misread one. A scanner's Enter does not submit the form.
 */
export default function CodeInput(props: InputProps) {
  return isInLine(props.name) ? <LineCode {...props} /> : <FormCode {...props} />;
}

const isInLine = (name: string) => name.includes('.');

function FormCode(props: InputProps) {
  const { field, error } = useField(props.name);
  const text = String(field.value ?? '');
  usePrefill(props.name, text === '', (text) => field.onChange(text));
  return (
    <CodeBox {...props} text={text} error={error} onText={field.onChange} input={{ ...field, value: text }} />
  );
}

/** In one of many lines; uncontrolled, like the other texts of a line (useLineText). */
function LineCode(props: InputProps) {
  const { field, error } = useLineText(props.name);
  const { getValues, setValue } = useFormContext();
  const [text, setText] = useState(() => String(getValues(props.name) ?? ''));
  const onText = (text: string) => {
    setText(text);
    setValue(props.name, text, { shouldDirty: true });
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
  /** Connects the input with the form. */
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
  // In a line it is the code of another battery, and explained only while focused: there may be many.
  const inLine = isInLine(name);
  const [focused, setFocused] = useState(false);
  // Explained after a pause in typing: a partial code has no meaning, and a screen reader would announce each key.
  const [settledText] = useDebouncedValue(text, REST_MS);
  const about = useId();
  const input = useRef<HTMLInputElement>(null);
  const latestText = useRef(onText);
  latestText.current = onText;
  const accept = useCallback(
    (text: string) => {
      latestText.current(text);
      setValue(name, text, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
      input.current?.focus();
    },
    [name, setValue],
  );
  const endOfScan = useBurstEnd();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const end = endOfScan(event.nativeEvent);
    if (end === null) return;
    event.preventDefault();
    if (end.otherReading !== null) return accept(normalise(end.otherReading));
    const clean = repairs(event.currentTarget.value, chinaDay(new Date()))[0];
    // Prefixes, control characters and blanks of the scanner are removed silently; a guess is only offered.
    if (clean?.steps.every(({ guess }) => guess === 0)) accept(clean.code);
  };
  const code = normalise(text);
  const short = code !== '' && formOf(code) === null && blockOf(code) === 'check.batteryCode.length';

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only records whether the focus is inside
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
        maxLength={MAX_READ}
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
            onClick={() => openScanner((text) => accept(normalise(text)))}
          >
            <IconScan size={18} stroke={1.7} />
          </ActionIcon>
        }
      />
      {inLine && !focused ? (
        <div id={about} />
      ) : (
        <CodeHelp id={about} text={settledText} watched={inLine ? NOTHING : OF_BATTERY} onPick={accept} />
      )}
    </div>
  );
}

const NOTHING: string[] = [];
/** What the form's other fields must agree with, by the code. */
const OF_BATTERY = ['productType', 'chemistry'];

interface CodeHelpProps {
  id: string;
  text: string;
  watched: string[];
  onPick: (code: string) => void;
}

/** The decoded code, or possible repairs of it. */
const CodeHelp = memo(function CodeHelp({ id, text, watched, onPick }: CodeHelpProps) {
  const [productType, chemistry] = useWatch({ name: watched });
  const code = normalise(text);
  const proposed = useMemo(
    () => (blockOf(code) === null || text.length > 12 ? repairs(text, chinaDay(new Date())) : []),
    [code, text],
  );
  const listed =
    watched === NOTHING
      ? {}
      : {
          productType: parseOption('productType', productType) ?? null,
          chemistry: parseOption('chemistry', chemistry) ?? null,
        };
  return (
    <>
      <div id={id} aria-live="polite">
        <CodeParts code={code} known={listed} />
      </div>
      <RepairList repairs={proposed} onPick={onPick} />
    </>
  );
});

/** Fills an empty field once with the code in the URL of a new form. */
function usePrefill(name: string, empty: boolean, accept: (code: string) => void): void {
  const { pathname, search } = useLocation();
  const text = pathname.endsWith('/new') ? new URLSearchParams(search).get(name) : null;
  const applied = useRef<string | null>(null);
  useEffect(() => {
    if (!text || !empty || applied.current === text) return;
    applied.current = text;
    accept(normalise(text));
  });
}
