import type { CallState } from '../wire/call.ts';

import type { Call, Calls } from './calls.ts';
import type { ProblemAnswers } from './problem-answers.ts';
import type { Sender } from './sender.ts';
import type { SessionPorts } from './session-ports.ts';

/** How many hosts may fall while they have a call before it is taken for the one that brings them down. */
const FALLS = 2;
/** It then rests before it goes to another, doubling. */
const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 4000;
/** How long the host may think about what became of a write whose time is up. */
const LAST_QUESTION_MS = 1500;
/**
 * A write whose time is up may still stand in the host's queue, and is then refused as too late when its turn comes: only
 * one that is under way after so many looks is called so.
 */
const LAST_LOOKS = 3;
/** Between two questions about a write that is under way. */
const ASK_AGAIN_MS = 1000;

export interface SettlementPorts extends Pick<SessionPorts, 'clock' | 'whyNoHost'> {
  readonly end: (call: Call, line: string) => void;
  /** Nothing is known to be wrong with it, it only has to go out again. */
  readonly sendAgain: (call: Call) => void;
  /** It has rested: it goes to the host that is there, or waits for one. */
  readonly sendRested: (call: Call) => void;
}

/** What becomes of calls on their way when their host is replaced, and when their time is up. */
export class Settlement {
  private readonly ports: SettlementPorts;
  private readonly calls: Calls;
  private readonly sender: Sender;
  private readonly answers: ProblemAnswers;

  constructor(ports: SettlementPorts, calls: Calls, sender: Sender, answers: ProblemAnswers) {
    this.ports = ports;
    this.calls = calls;
    this.sender = sender;
    this.answers = answers;
  }

  /**
   * A new host is there; the former one had received every line up to the ticket `acknowledged`. Calls that change
   * nothing are sent again, writes that it never had as well (with their key); of the others it is asked what became.
   */
  settleAll(acknowledged: number, leftInOrder: boolean): void {
    this.calls.forgetDead();
    const sent = [...this.calls.inStage('sent')].sort((one, other) => one.ticket - other.ticket);
    for (const call of sent) {
      if (!leftInOrder) call.falls++;
      if (call.isStream) this.ports.sendAgain(call);
      else if (call.class === 'safe' || call.key === null) this.repeat(call);
      else if (call.ticket > acknowledged && call.falls <= FALLS) this.ports.sendAgain(call);
      else void this.settle(call, call.key);
    }
  }

  /**
   * The host has ended for good, with all that it was doing, and nobody can be asked any more. `queue` is for calls that
   * may be run again.
   */
  hostEnded(why: string, queue: (call: Call) => void): void {
    this.calls.forgetDead();
    for (const call of this.calls.inStage('sent')) {
      call.falls++;
      if (call.class !== 'safe' && !call.isStream) this.ports.end(call, this.answers.outcomeUnknown(call, why));
      else if (call.falls > FALLS && !call.isStream) this.ports.end(call, this.answers.hostLost(call));
      else queue(call);
    }
  }

  /** The deadline of a call has come. */
  async timeUp(call: Call, seconds: number): Promise<void> {
    const why = this.ports.whyNoHost();
    if (call.class !== 'write') return this.giveUpReading(call, seconds, why);
    if (call.ticket === 0 || call.key === null) return this.ports.end(call, this.answers.notApplied(call, why));
    for (let look = 1; ; look++) {
      const state = await this.askWithin(LAST_QUESTION_MS, call.key);
      if (!this.calls.isLive(call)) return;
      if (state?.state === 'done') return this.fetchRecorded(call);
      if (state?.state !== 'running' || look === LAST_LOOKS) {
        return this.ports.end(call, this.fateOf(call, state, seconds, why));
      }
      await this.pause(ASK_AGAIN_MS);
    }
  }

  /** It has ended, and the answer has not come: the host is asked for the answer alone, in the little time that is left. */
  private async fetchRecorded(call: Call): Promise<void> {
    this.ports.sendAgain(call);
    await this.pause(LAST_QUESTION_MS);
    if (this.calls.isLive(call)) this.ports.end(call, this.answers.outcomeUnknown(call, ''));
  }

  private giveUpReading(call: Call, seconds: number, why: string): void {
    const wasSent = call.ticket > 0;
    const isSuspect = call.falls > FALLS;
    this.ports.end(call, isSuspect ? this.answers.hostLost(call) : this.answers.readTimedOut(call, seconds, why));
    if (wasSent) this.sender.passCancel(call, 'deadline');
  }

  /** No host has it: it goes out again, as long as its time is not up. */
  private repeat(call: Call): void {
    if (call.falls <= FALLS) this.ports.sendAgain(call);
    else void this.rest(call);
  }

  private async rest(call: Call): Promise<void> {
    call.ticket = 0;
    this.calls.move(call, 'resting');
    await this.pause(Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (call.falls - FALLS - 1)));
    if (this.calls.isLive(call)) this.ports.sendRested(call);
  }

  /** A write that a former host took: never run twice, so its key is asked for until its fate is known. */
  private async settle(call: Call, key: string): Promise<void> {
    this.calls.move(call, 'settling');
    const state = await this.sender.ask(key);
    if (!this.calls.isLive(call) || state === null) return;
    if (state.state === 'absent') return this.repeat(call);
    // However often it was sent: it is not run, only answered.
    if (state.state === 'done') return this.ports.sendAgain(call);
    if (state.state === 'unknown') return this.ports.end(call, this.answers.outcomeUnknown(call, state.detail));
    await this.pause(ASK_AGAIN_MS);
    if (this.calls.isLive(call)) await this.settle(call, key);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.ports.clock.after(ms, () => resolve()));
  }

  private fateOf(
    call: Call,
    state: Exclude<CallState, { state: 'done' }> | null,
    seconds: number,
    why: string,
  ): string {
    if (state === null) return this.answers.outcomeUnknown(call, why.trim());
    switch (state.state) {
      case 'running':
        return this.answers.stillRunning(call, seconds, state.change);
      case 'absent':
        // Its expiry has passed: no host starts it any more.
        return this.answers.notApplied(call, why);
      case 'unknown':
        return this.answers.outcomeUnknown(call, state.detail);
    }
  }

  private askWithin(ms: number, key: string): Promise<CallState | null> {
    return new Promise((resolve) => {
      const stop = this.ports.clock.after(ms, () => resolve(null));
      void this.sender.ask(key).then((state) => {
        stop();
        resolve(state);
      });
    });
  }
}
