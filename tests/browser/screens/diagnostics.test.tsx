import { gunzipSync, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { version } from '../../../package.json';
import type { RecordingState } from '../../../shared/bridge/recording.ts';
import { recordingName } from '../../../shared/bridge/recording-names.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { fieldsOf } from '../../../shared/json.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { Overlays } from '../../../src/app/Overlays.tsx';
import { DiagnosticsScreen } from '../../../src/screens/Diagnostics/DiagnosticsScreen.tsx';
import { link } from '../../../src/state/link.ts';
import { noteError } from '../../../src/state/page-errors.ts';
import { watchPage } from '../../../src/state/page-watch.ts';
import { interrupted, recording } from '../../../src/state/recording.ts';
import { replaySource } from '../../../src/state/replay-source.ts';
import { screenPicture } from '../../../src/state/screen-picture.ts';
import { touch } from '../chart/candle-scene.ts';
import * as script from '../scripted/script.ts';
import { askScene } from './ask-scene.tsx';

const scene = askScene();
beforeEach(() => open());
afterEach(() => {
  script.told.splice(0);
  vi.restoreAllMocks();
  // Uncovers the browser's own functions, which are on the prototype.
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
});

const open = (): void =>
  scene.show(
    '/mine/diagnostics',
    <>
      <DiagnosticsScreen />
      <Overlays />
    </>,
    {},
  );

type Long = RecordingState['long'];
const off: Long = { status: 'off' };
const begun = (patch: Partial<Exclude<Long, { readonly status: 'off' }>>): Long => ({
  status: 'on',
  startedAt: timestampMs(Date.now() - 65_000),
  bytes: 2_340_000,
  marks: 3,
  place: 'disk',
  ...patch,
});
async function recorder(long: Long): Promise<void> {
  const state: RecordingState = { ring: { seconds: 118, bytes: 412_000 }, long };
  script.put('recording', state);
  await vi.waitUntil(() => JSON.stringify(recording.value) === JSON.stringify(state));
}

/** Replaces the system's share sheet, which a headless browser lacks. */
function systemShares(share: ((data: ShareData) => void) | undefined, takesFiles = true): void {
  const own = (name: string, value: unknown) =>
    Object.defineProperty(navigator, name, { value, configurable: true, writable: true });
  own('share', share && (async (data: ShareData) => share(data)));
  own('canShare', share && ((data: ShareData) => takesFiles && data.files?.length === 1));
}

/** Starts a recording. */
async function record(patch: Parameters<typeof begun>[0] = {}): Promise<void> {
  await recorder(off);
  await userEvent.click(button('Start recording'));
  (await script.nextOf('startRecording')).answer(ok(undefined));
  await recorder(begun(patch));
}

/** What a worker has written that has ended. */
async function writtenBefore(name: string, text: string): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  const file: FileSystemFileHandle & { move?(to: string): Promise<void> } = await folder.getFileHandle(
    'being-written',
    { create: true },
  );
  const writing = await file.createWritable();
  await writing.write(text);
  await writing.close();
  // At once: the page may be looking.
  await file.move?.(name);
  onTestFinished(() => folder.removeEntry(name).catch(() => {}));
}

/** The files that are downloaded from now on. */
function downloads(): readonly File[] {
  const files: File[] = [];
  const urls = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof File) files.push(file);
    return urls(file);
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  return files;
}

async function saveAs(name: string): Promise<void> {
  await userEvent.click(button('Save the recording'));
  (await script.nextOf('saveRecording')).answer(ok({ name, file: new Blob(['x']) }));
  await expect.element(page.getByText(`Saved as ${name}`)).toBeVisible();
}

/** Colours of a picture, as texts. */
function coloursOf(picture: ImageBitmap): ReadonlySet<string> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const paint = canvas.getContext('2d');
  paint?.drawImage(picture, 0, 0);
  const { data = [] } = paint?.getImageData(0, 0, picture.width, picture.height) ?? {};
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join());
  return colours;
}

const button = (name: string) => page.getByRole('button', { name });
const text = () => document.querySelector('main')?.textContent ?? '';

describe('the recorder', () => {
  it('starts and stops on a tap, and shows its length and size meanwhile', async () => {
    await recorder(off);
    expect(text()).toContain('Not recording');
    await userEvent.click(button('Start recording'));
    const start = await script.nextOf('startRecording');
    expect(start.args).toMatchObject([
      { browser: navigator.userAgent, viewport: [innerWidth, innerHeight], time_zone: expect.any(String) },
    ]);
    start.answer(ok(undefined));
    await recorder(begun({}));
    await expect.element(page.getByText('1:05')).toBeVisible();
    expect(text()).toContain('2.3 MB');
    await userEvent.click(button('Stop recording'));
    (await script.nextOf('stopRecording')).answer(ok(undefined));
    await recorder(begun({ status: 'stopped' }));
    expect(text()).toContain('Stopped');
    await expect.element(button('Start recording')).toBeVisible();
  });

  it('shows why it could not start', async () => {
    await recorder(off);
    await userEvent.click(button('Start recording'));
    (await script.nextOf('startRecording')).answer(err(refusal(CODE.conflict, 'No room')));
    await expect.element(page.getByText('No room')).toBeVisible();
  });

  it.each([
    ['full', 'the storage is full'],
    ['failed', 'it could not be written to storage'],
  ] as const)('that ended by itself, %s, says so and keeps what there is', async (ended, words) => {
    await recorder(begun({ status: 'stopped', ended }));
    expect(text()).toContain(words);
    await expect.element(button('Save the recording')).toBeVisible();
  });

  it('warns that it can hold less when it records to memory', async () => {
    await recorder(begun({ place: 'memory' }));
    expect(text()).toContain('It can hold less');
  });

  it('marks the moment with a note and clears the field', async () => {
    await recorder(begun({}));
    const note = page.getByRole('textbox', { name: 'Note (optional)' });
    await userEvent.fill(note, 'price froze ');
    await userEvent.click(button('Mark this moment'));
    const marked = () => script.told.filter(({ name }) => name === 'mark');
    await vi.waitUntil(() => marked().length > 0);
    expect(marked()).toMatchObject([{ name: 'mark', argument: 'price froze' }]);
    await expect.element(note).toHaveValue('');
  });

  describe('shows a dot on every screen while it runs', () => {
    const dot = () => page.getByRole('button', { name: /^Recording\. Press to mark this moment/ });
    const marked = () => script.told.filter(({ name }) => name === 'mark');
    beforeEach(async () => {
      await record();
      scene.show('/rank', <Overlays />, {});
      await expect.element(dot()).toBeVisible();
    });

    it('and no longer', async () => {
      await recorder(begun({ status: 'stopped' }));
      await expect.element(dot()).not.toBeInTheDocument();
    });

    it('a press marks the moment at once, without leaving the screen', async () => {
      await userEvent.click(dot());
      await vi.waitUntil(() => marked().length > 0);
      expect(marked()).toMatchObject([{ args: ['', 0] }]);
      await expect.element(page.getByText('Marked.')).toBeVisible();
      expect(location.pathname).toBe('/rank');
      expect(page.getByRole('dialog').query()).toBeNull();
      (dot().element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await vi.waitUntil(() => marked().length === 2);
    });

    it('a long press asks for a note, and the mark is of the moment of the press', async () => {
      const { x, y, width, height } = dot().element().getBoundingClientRect();
      const at: [number, number] = [x + width / 2, y + height / 2];
      await touch('touchStart', at);
      const note = page.getByRole('dialog').getByRole('textbox', { name: 'Note (optional)' });
      await expect.element(note).toBeVisible();
      await touch('touchEnd');
      expect(marked()).toEqual([]);
      const openedMs = performance.now();
      await userEvent.fill(note, 'chart looked odd');
      await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Mark this moment' }));
      await vi.waitUntil(() => marked().length > 0);
      const [label, agoMs] = marked()[0]?.args ?? [];
      expect(label).toBe('chart looked odd');
      // The press was before the sheet was there.
      expect(agoMs).toBeGreaterThanOrEqual(Math.floor(performance.now() - openedMs));
      expect(location.pathname).toBe('/rank');
    });

    it('what was typed goes into a report of a problem that is begun there', async () => {
      const files = downloads();
      await userEvent.click(dot(), { button: 'right' });
      const sheet = page.getByRole('dialog');
      await userEvent.fill(sheet.getByRole('textbox', { name: 'Note (optional)' }), 'the sentence');
      expect(sheet.getByRole('textbox').all()).toHaveLength(1);
      await userEvent.click(sheet.getByRole('button', { name: 'Report a problem' }));
      (await script.nextOf('saveRecording')).answer(ok({ name: 'a.jsonl.gz', file: new Blob(['x']) }));
      await expect.element(page.getByText(/^Saved as pipstream-report-.*\.zip$/)).toBeVisible();
      expect(marked()).toMatchObject([{ args: ['the sentence', expect.any(Number)] }]);
      const parts = unzipSync(new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer()));
      const build: unknown = JSON.parse(new TextDecoder().decode(parts['build.json']));
      expect(build).toMatchObject({ note: 'the sentence', screen: location.pathname });
      await expect.element(dot()).toBeInTheDocument();
    });

    it('a note that is not written marks nothing', async () => {
      await userEvent.click(dot(), { button: 'right' });
      await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      expect(marked()).toEqual([]);
    });
  });
});

describe('a report of a problem', () => {
  it('is one file: the recording, a picture without what was typed, the figures, and the build', async () => {
    const files = downloads();
    await recorder(begun({}));
    await userEvent.fill(
      page.getByRole('textbox', { name: 'What went wrong?' }),
      ' frozen, ask me@example.com ',
    );
    await userEvent.click(button('Report a problem'));
    const call = await script.nextOf('saveRecording');
    expect(call.args[0]).toBe('long');
    // The sentence is the last mark, set before the recording is copied; the recording goes on.
    expect(script.told.findLast(({ name }) => name === 'mark')?.argument).toBe('frozen, ask me@example.com');
    expect(script.calls.some(({ name }) => name === 'stopRecording')).toBe(false);
    call.answer(ok({ name: 'pipstream-noon.jsonl.gz', file: new Blob(['the recording']) }));
    await expect.element(page.getByText(/^Saved as pipstream-report-.*\.zip$/)).toBeVisible();
    const [zip] = files;
    const parts = unzipSync(new Uint8Array((await zip?.arrayBuffer()) ?? new ArrayBuffer()));
    expect(Object.keys(parts)).toEqual([
      'pipstream-noon.jsonl.gz',
      'screen.png',
      'figures.json',
      'build.json',
    ]);
    const text = (name: string) => new TextDecoder().decode(parts[name]);
    expect(text('pipstream-noon.jsonl.gz')).toBe('the recording');
    expect(JSON.parse(text('build.json'))).toMatchObject({
      app: version,
      browser: navigator.userAgent,
      screen: '/mine/diagnostics',
      note: 'frozen, ask ***',
    });
    expect(JSON.parse(text('figures.json'))).toHaveProperty('tickToPixelMs');
    const picture = await createImageBitmap(new Blob([parts['screen.png'] ?? new Uint8Array()]));
    expect(picture.width).toBe(Math.round(innerWidth * devicePixelRatio));
    expect(coloursOf(picture).size).toBeGreaterThan(20);
  });

  it('has the picture of the screen from which one came, and the last minutes before a reload', async () => {
    const before = 'before the reload\n';
    await writtenBefore(recordingName('ring', 5, Date.now() - 60_000), before);
    const files = downloads();
    await recorder(off);
    const loud = document.createElement('div');
    loud.style.cssText =
      'position: fixed; inset: 0 auto auto 0; width: 60px; height: 60px; z-index: 99; background: #fe0101';
    const link = document.createElement('a');
    link.href = '/mine/diagnostics';
    document.body.append(loud, link);
    link.addEventListener('click', (event) => event.preventDefault());
    watchPage();
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    link.remove();
    loud.remove();
    await userEvent.click(button('Report a problem'));
    (await script.nextOf('saveRecording')).answer(ok({ name: 'now.jsonl.gz', file: new Blob(['x']) }));
    await expect.element(page.getByText(/^Saved as pipstream-report-.*\.zip$/)).toBeVisible();
    const parts = unzipSync(new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer()));
    const [own, kept = ''] = Object.keys(parts);
    expect([own, kept]).toEqual(['now.jsonl.gz', expect.stringMatching(/-before-reload\.jsonl\.gz$/)]);
    expect(new TextDecoder().decode(gunzipSync(parts[kept] ?? new Uint8Array()))).toBe(before);
    const picture = await createImageBitmap(new Blob([parts['screen.png'] ?? new Uint8Array()]));
    expect(coloursOf(picture)).toContain('254,1,1');
    // Having left Diagnostics, one came from nowhere.
    scene.show('/rank', <Overlays />, {});
    await expect.element(button('Report a problem')).not.toBeInTheDocument();
    const { picture: present, path } = await screenPicture();
    expect(path).toBe('/rank');
    expect(coloursOf(await createImageBitmap(present ?? new Blob()))).not.toContain('254,1,1');
  });

  it('has a picture without typed texts and e-mail addresses', async () => {
    const encoded: string[] = [];
    const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src');
    vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (
      this: HTMLImageElement,
      url: string,
    ) {
      encoded.push(decodeURIComponent(url));
      source?.set?.call(this, url);
    });
    await recorder(begun({}));
    await userEvent.fill(page.getByRole('textbox', { name: 'Note (optional)' }), 'typed-canary');
    const line = document.createElement('p');
    line.textContent = 'mail ann@example.com';
    document.querySelector('main')?.append(line);
    expect((await screenPicture()).picture).toBeInstanceOf(Blob);
    line.remove();
    const [svg = ''] = encoded;
    expect(svg).toContain('mail ***');
    expect(svg).not.toMatch(/typed-canary|ann@example/);
  });

  it('has a picture with the layers of a chart over each other', async () => {
    const chart = document.createElement('div');
    chart.innerHTML = '<style>.layers canvas + canvas { position: absolute; inset: 0 }</style>';
    chart.className = 'layers';
    chart.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 99';
    for (const [colour, size] of [
      ['#0000fe', 60],
      ['#fe0000', 20],
    ] as const) {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [60, 60];
      const paint = canvas.getContext('2d');
      if (paint !== null) paint.fillStyle = colour;
      paint?.fillRect(0, 0, size, size);
      chart.append(canvas);
    }
    document.body.append(chart);
    const picture = await createImageBitmap((await screenPicture()).picture ?? new Blob());
    chart.remove();
    const canvas = new OffscreenCanvas(1, 1);
    const colourAt = (at: number) => {
      const paint = canvas.getContext('2d');
      paint?.drawImage(picture, -at * devicePixelRatio, -at * devicePixelRatio);
      return paint?.getImageData(0, 0, 1, 1).data.slice(0, 3).join();
    };
    expect([colourAt(10), colourAt(40)]).toEqual(['254,0,0', '0,0,254']);
  });
});

describe('errors', () => {
  it('are counted, and told to the recorder up to a number', async () => {
    noteError('crash', undefined);
    noteError('hang', undefined);
    noteError('screen', new TypeError('x of "secret" is undefined'));
    await expect.element(page.getByText('Engine crashes')).toBeVisible();
    await vi.waitUntil(() => text().includes('Errors of the app1'));
    expect(text()).toMatch(/Errors of the app1Engine crashes1Engine hangs1/);
    for (let i = 0; i < 100; i++) noteError('page', undefined);
    await vi.waitUntil(() => text().includes('Errors of the app101'));
    const errors = () => script.told.filter(({ argument }) => fieldsOf(argument)['event'] === 'error');
    await vi.waitUntil(() => errors().length === 20);
    expect(errors().slice(0, 4)).toMatchObject(
      ['crash', 'hang', 'screen', 'page'].map((error) => ({
        name: 'pageRecord',
        argument: { event: 'error', error },
      })),
    );
  });
});

describe('a tap', () => {
  const taps = () =>
    script.told
      .filter(({ name }) => name === 'pageRecord')
      .map(({ argument }) => fieldsOf(argument))
      .filter(({ event }) => event === 'tap');

  it('is recorded once, with the place and the number of what the finger touched', async () => {
    scene.show(
      '/mine/diagnostics',
      <>
        <fieldset>
          <label hidden>
            <input type="radio" name="one" /> None
          </label>
          <label>
            <input type="radio" name="one" defaultChecked /> Left
          </label>
          <label>
            <input type="radio" name="one" /> <span>Right</span>
          </label>
        </fieldset>
        <Overlays />
      </>,
      {},
    );
    await expect.element(page.getByText('Right')).toBeVisible();
    await userEvent.click(page.getByText('Right'));
    await expect.element(page.getByRole('radio', { name: 'Right' })).toBeChecked();
    // A key presses the radio itself, without a label: in the middle of its box.
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(page.getByRole('radio', { name: 'Left' })).toBeChecked();
    await vi.waitUntil(() => taps().length >= 2);
    const box = page.getByRole('radio', { name: 'Left' }).element().getBoundingClientRect();
    expect(taps()).toEqual([
      { event: 'tap', x: expect.any(Number), y: expect.any(Number), element: { tag: 'label', nth: 1 } },
      {
        event: 'tap',
        x: expect.closeTo((box.left + box.width / 2) / innerWidth, 3),
        y: expect.closeTo((box.top + box.height / 2) / innerHeight, 3),
        element: { tag: 'input', type: 'radio', nth: 0 },
      },
    ]);
  });
});

describe('saving', () => {
  it('downloads the last two minutes as a named file', async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await recorder(off);
    expect(text()).toContain('1:58');
    await userEvent.click(button('Save the last two minutes'));
    await expect.element(button('Saving')).toHaveAttribute('aria-busy', 'true');
    const call = await script.nextOf('saveRecording');
    expect(call.args).toEqual(['ring', expect.objectContaining({ browser: navigator.userAgent })]);
    call.answer(ok({ name: 'pipstream-noon.jsonl.gz', file: new Blob(['x']) }));
    await expect.element(page.getByText('Saved as pipstream-noon.jsonl.gz')).toBeVisible();
    expect(names).toEqual(['pipstream-noon.jsonl.gz']);
  });

  it("offers the saved file to the system's share sheet", async () => {
    const shared: ShareData[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    systemShares((data) => {
      shared.push(data);
    });
    await recorder(begun({ status: 'stopped' }));
    await saveAs('pipstream-noon.jsonl.gz');
    await userEvent.click(button('Share'));
    const [file] = shared[0]?.files ?? [];
    expect(shared).toHaveLength(1);
    expect([file?.name, file?.type, await file?.text()]).toEqual([
      'pipstream-noon.jsonl.gz',
      'application/gzip',
      'x',
    ]);
    expect(page.getByRole('alert').query()).toBeNull();
  });

  it.each<[string, (() => void) | undefined, boolean]>([
    ['no share sheet', undefined, false],
    ['a share sheet that takes no such files', () => {}, false],
  ])('only downloads the file with %s', async (_, share, takes) => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    systemShares(share, takes);
    await recorder(begun({ status: 'stopped' }));
    await saveAs('pipstream-noon.jsonl.gz');
    expect(button('Share').query()).toBeNull();
  });

  it('shows why it failed, and can be retried', async () => {
    await recorder(begun({ status: 'stopped' }));
    await userEvent.click(button('Save the recording'));
    (await script.nextOf('saveRecording')).answer(err(refusal(CODE.internal, 'Disk is gone')));
    await expect.element(page.getByRole('alert').getByText('Disk is gone')).toBeVisible();
    await userEvent.click(button('Save the recording'));
    expect((await script.nextOf('saveRecording')).args).toEqual(['long', expect.anything()]);
  });
});

// Last: the errors above are counted from none.
describe('a recording', () => {
  it('is kept when its worker dies; the user is told, and another one begins', async () => {
    const startedAt = timestampMs(Date.now());
    await record({ startedAt });
    scene.show('/rank', <Overlays />, {});
    await writtenBefore(recordingName('long', 5, startedAt), 'what was written\n');
    script.killEngine();
    (await script.nextOf('startRecording')).answer(ok(undefined));
    await expect.element(page.getByText(/^The recording was interrupted/)).toBeVisible();
    await recorder(begun({}));
    const notice = page.getByText(/^An interrupted recording of .* was kept\.$/);
    await expect.element(notice).toBeVisible();
    const files = downloads();
    await userEvent.click(button('Save'));
    await expect.element(page.getByText(/^Saved as pipstream-.*-interrupted\.jsonl\.gz$/)).toBeVisible();
    const text = await new Response(files[0]?.stream().pipeThrough(new DecompressionStream('gzip'))).text();
    expect(text).toBe('what was written\n');
    // Offered once; Diagnostics goes on listing it.
    await expect.element(button('Close')).not.toBeInTheDocument();
    scene.show('/mine/diagnostics', <DiagnosticsScreen />, {});
    await expect.element(notice).toBeVisible();
    await userEvent.click(button('Delete'));
    await expect.element(button('Delete')).not.toBeInTheDocument();
    // Once it is stopped, a new worker begins none.
    await recorder(begun({ status: 'stopped' }));
    await expectNoneBegun(script.killEngine);
  });

  it('that a replay ends is kept, and not followed by one of the replay, or of what comes after it', async () => {
    await record({ startedAt: timestampMs(Date.now()) });
    replaySource.value = { file: new File([], 'a'), name: 'a', atMs: 0, speed: 1, isPaused: true };
    onTestFinished(() => {
      replaySource.value = undefined;
    });
    link().restart();
    await vi.waitUntil(() => interrupted.value);
    replaySource.value = undefined;
    await expectNoneBegun(link().restart);
  });

  async function expectNoneBegun(replace: () => unknown): Promise<void> {
    script.calls.splice(0);
    script.told.splice(0);
    replace();
    await vi.waitUntil(() => script.told.some((one) => one.name === 'configure'));
    await recorder(off);
    expect(script.calls.filter((call) => call.name === 'startRecording')).toEqual([]);
  }
});
