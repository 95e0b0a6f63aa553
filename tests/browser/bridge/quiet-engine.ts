import { EMPTY, NEVER } from 'rxjs';
import type { Engine } from '../../../shared/bridge/worker-api.ts';
import { ok } from '../../../shared/result.ts';

/** An engine that does nothing; each test replaces the part that it is about. */
export function quietEngine(): Engine {
  const lost = async () => {
    throw new Error('not a part of this test');
  };
  return {
    connection: () => NEVER,
    session: () => NEVER,
    market: () => NEVER,
    baseData: () => NEVER,
    working: () => NEVER,
    orderEvents: () => NEVER,
    frames: () => NEVER,
    sparklines: () => NEVER,
    candles: () => EMPTY,
    chat: () => NEVER,
    alerts: () => NEVER,
    upload: () => NEVER,
    recording: () => NEVER,
    replay: () => NEVER,
    vitals: () => NEVER,
    configure() {},
    start() {},
    pageEvent() {},
    pageRecord() {},
    setLanguage() {},
    watch() {},
    watchSparklines() {},
    ranking: async () => ok(new Float64Array()),
    refreshMarket: async () => ok(undefined),
    refreshAccount: async () => ok(undefined),
    signIn: lost,
    signInDemo: lost,
    signOut: async () => ok(undefined),
    lateLogout: async () => ok(true),
    resetDemo: async () => ok(undefined),
    submitOrder: lost,
    closeOrder: lost,
    orderOutcome: lost,
    cancelOrder: async () => ok(undefined),
    setStops: lost,
    amendOrder: lost,
    history: lost,
    search: async () => ok([]),
    leaders: async () => ok([]),
    companyStatus: lost,
    olderCandles: async () => ok({ more: false }),
    complaintEmail: lost,
    ask: lost,
    startRecording: async () => ok(undefined),
    stopRecording: async () => ok(undefined),
    mark() {},
    keepRecording() {},
    saveRecording: lost,
    loadRecording: lost,
    steerReplay() {},
    surveyReplay: lost,
    echo: () => 0,
  };
}
