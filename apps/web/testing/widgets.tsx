/** A page for the tests of shared pieces that no screen shows in full; it is not part of the console. */
import '../ui/theme/tokens.css';
import '../shell/base.css';
import '../shell/mantine.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { batteryCode, checked, creditCode, numberBetween } from '@voltloop/domain/checks/index.ts';
import { cascadeTypesOf, type OptionValue, withProductType } from '@voltloop/domain/options/index.ts';
import { type ReactNode, StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { z } from 'zod';
import { refresh } from '../api/session.ts';
import { followColorScheme, useColorScheme } from '../context/color-scheme.ts';
import { startI18n } from '../context/i18n.ts';
import { TextField } from '../ui/form/fields.tsx';
import { Form } from '../ui/form/form.tsx';
import { Card, ConfirmDialog, ErrorWords, InWords, Page } from '../ui/index.ts';
import { makeQueryClient } from '../ui/query/query-client.ts';
import { FIRST_PAGE } from '../ui/table/page-numbers.ts';
import { Pager } from '../ui/table/pager.tsx';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import { Toasts } from '../ui/toast/toasts.tsx';
import { AddressField, AddressPicker } from '../ui/widgets/address-picker.tsx';
import { FilePicker, type PickedFile } from '../ui/widgets/file-picker.tsx';
import { ImageUploader, SingleImageUploader } from '../ui/widgets/image-uploader.tsx';
import { ImageViewer } from '../ui/widgets/image-viewer.tsx';
import { OptionField, OptionSelect } from '../ui/widgets/option-select.tsx';
import { Charts } from './charts.tsx';

/** The value that a widget reported, for the test to read. */
function Reported({ name, value }: { name: string; value: unknown }) {
  return <output data-testid={name}>{JSON.stringify(value) ?? 'nothing'}</output>;
}

interface Battery {
  productType?: OptionValue<'productType'> | undefined;
  categoryId?: string | undefined;
  cascadeType?: OptionValue<'cascadeType'> | undefined;
}

function Options() {
  const [customer, setCustomer] = useState<OptionValue<'customerType'> | undefined>(0);
  const [battery, setBattery] = useState<Battery>({});
  return (
    <Card title="Options" tools={<span>tools</span>}>
      <OptionSelect label="Customer type" list="customerType" value={customer} onChange={setCustomer} />
      <Reported name="customer" value={customer} />
      <OptionSelect
        label="Product type"
        list="productType"
        value={battery.productType}
        onChange={(productType) => setBattery(withProductType(battery, productType))}
      />
      <OptionSelect
        label="Cascade type"
        list="cascadeType"
        only={cascadeTypesOf(battery.productType)}
        value={battery.cascadeType}
        onChange={(cascadeType) => setBattery({ ...battery, cascadeType })}
      />
      <Reported name="battery" value={battery} />
      <OptionSelect label="Fixed product" list="productType" value={2} onChange={() => {}} disabled />
    </Card>
  );
}

const companySchema = z.object({
  name: checked(z.string(), creditCode),
  age: checked(z.string(), numberBetween(1, 5)),
  code: checked(z.string(), batteryCode),
  chemistry: z.string(),
  address: z.array(z.string()).min(2),
});

function Company() {
  const [sent, setSent] = useState<unknown>();
  return (
    <Card title="Form">
      <Form
        schema={companySchema}
        initial={{ name: '', age: '', code: '', chemistry: 'H', address: [] }}
        onSubmit={setSent}
        submitLabel="Save"
        label="Company"
        stayDirty
      >
        <TextField name="name" label="Credit code" />
        <TextField name="age" label="Count" />
        <TextField name="code" label="Battery code" />
        <OptionField name="chemistry" list="chemistry" label="Chemistry" />
        <AddressField name="address" label="Seat" />
      </Form>
      <Reported name="sent" value={sent} />
    </Card>
  );
}

/** What fails: as the application says it, and as the one who threw it does. */
function Failures() {
  const [asking, setAsking] = useState(false);
  const known = () => Promise.reject(new InWords('In the words of the page'));
  const raw = () => Promise.reject(new Error('raw'));
  return (
    <ErrorWords value={(error) => (error instanceof InWords ? error.message : 'In words for the reader')}>
      <Card title="Failures">
        <Form schema={z.object({})} initial={{}} onSubmit={raw} submitLabel="Save" label="Fails">
          {null}
        </Form>
        <button type="button" onClick={() => setAsking(true)}>
          Ask
        </button>
        <ConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
          title="Sure?"
          confirmLabel="Do it"
          onConfirm={known}
        >
          It fails.
        </ConfirmDialog>
      </Card>
    </ErrorWords>
  );
}

function Addresses() {
  const [address, setAddress] = useState<{ names: string[]; codes: string[] }>({ names: [], codes: [] });
  return (
    <Card title="Address">
      <AddressPicker
        label="Address"
        value={address.names}
        onChange={(names, codes) => setAddress({ names, codes })}
      />
      <Reported name="address" value={address} />
    </Card>
  );
}

function Uploads() {
  const [pictures, setPictures] = useState<string[]>([]);
  const [few, setFew] = useState<string[]>([]);
  const [one, setOne] = useState<string>();
  const [file, setFile] = useState<PickedFile>();
  const [later, setLater] = useState<PickedFile>();
  return (
    <Card title="Uploads">
      <ImageUploader label="Damage" value={pictures} onChange={setPictures} />
      <Reported name="pictures" value={pictures} />
      <ImageUploader label="Few" limit={2} words="office" value={few} onChange={setFew} />
      <SingleImageUploader label="Licence" value={one} onChange={setOne} />
      <Reported name="one" value={one} />
      <FilePicker label="Contract" accept=".pdf,.txt" value={file} onChange={setFile} />
      <Reported name="file" value={file} />
      <FilePicker label="Later" autoUpload={false} value={later} onChange={setLater} />
      <Reported name="later" value={later} />
    </Card>
  );
}

const drawing = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="260"><rect width="400" height="260" fill="${colour}"/><path d="M60 200 L200 60 L340 200" stroke="white" stroke-width="12" fill="none"/></svg>`)}`;

function Pictures() {
  const images = ['#1769c9', '#0f6b41', '#825300'].map((colour, i) => ({
    src: drawing(colour),
    alt: `Drawing ${i + 1}`,
  }));
  const [open, setOpen] = useState(false);
  return (
    <Card title="Pictures">
      <button type="button" onClick={() => setOpen(true)}>
        Open the viewer
      </button>
      {open && <ImageViewer images={images} index={1} onClose={() => setOpen(false)} />}
      <div style={{ height: 380 }}>
        <ImageViewer images={images} />
      </div>
    </Card>
  );
}

function Paging() {
  const [page, setPage] = useState<{ page: number; size: number }>(FIRST_PAGE);
  return (
    <Card title="Pages">
      <ol style={{ lineHeight: '60px' }}>
        {Array.from({ length: page.size }, (_, i) => (page.page - 1) * page.size + i + 1).map((row) => (
          <li key={row}>row {row}</li>
        ))}
      </ol>
      <Reported name="page" value={page} />
      <Pager total={95} {...page} onChange={setPage} />
    </Card>
  );
}

const shows: Record<string, () => ReactNode> = {
  options: Options,
  form: Company,
  failures: Failures,
  address: Addresses,
  uploads: Uploads,
  pictures: Pictures,
  paging: Paging,
  charts: Charts,
};

function Widgets() {
  const [queries] = useState(makeQueryClient);
  const scheme = useColorScheme((state) => state.shown);
  const name = location.hash.slice(1);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <QueryClientProvider client={queries}>
        <Suspense>
          <div style={{ padding: 16, maxWidth: 960 }}>
            <Page title="Widgets">
              {Object.entries(shows).map(
                ([key, Show]) => (name === '' || name === key) && <Show key={key} />,
              )}
            </Page>
          </div>
        </Suspense>
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}

followColorScheme();
await startI18n();
await refresh().catch(() => undefined);
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={createMemoryRouter([{ path: '*', element: <Widgets /> }])} />
  </StrictMode>,
);
