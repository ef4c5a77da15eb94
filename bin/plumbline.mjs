#!/usr/bin/env node
// Plain JavaScript that any Node from 18 on understands. Where the running Node cannot run TypeScript by itself, this
// file runs itself again under the Node that came with the packages; otherwise it runs the command line.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import * as modules from 'node:module';
import { constants, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hideEnvironment } from './hide-environment.mjs';
import { canRunSources, hasBuild, IN_CLONE, isBuilt } from './sources.mjs';

const OLDEST = '22.18';
/** Commands that run for long, or run providers, with secrets in their environment. */
const HIDING = new Set(['start', 'scan', 'explain', 'inventory', 'import']);
const hides = HIDING.has(process.argv[2]);

/** `npm run dev` asks for the sources. */
const FROM_SOURCES = process.env.PLUMBLINE_FROM_SOURCES !== undefined;
delete process.env.PLUMBLINE_FROM_SOURCES;

/**
 * In a clone the sources run, unless `dist/` was built of them as they are now, or their packages were left out; what is deployed has
 * `dist/` alone.
 */
function runsSources() {
  if (!IN_CLONE || (!FROM_SOURCES && isBuilt())) return false;
  if (canRunSources()) return true;
  if (!hasBuild()) {
    console.error('plumbline: the packages that its sources need are not installed: run `npm ci` without --omit=dev.');
    process.exit(1);
  }
  // A copy of a clone has other times than the clone that was built.
  console.error('plumbline: dist/ may be older than the sources here; `npm ci && npm run build` makes it anew.');
  return false;
}

/** Whether this Node strips types without a flag (22.18, 23.6 and everything after 24.0 do). */
function runsTypeScript() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/** The Node of the optional dependencies, or undefined where none was installed for this platform. */
function bundledNode() {
  const require = modules.createRequire(import.meta.url);
  const os = process.platform === 'win32' ? 'win' : process.platform;
  for (const name of [`node-${os}-${process.arch}`, `node-bin-${os}-${process.arch}`]) {
    try {
      const manifest = require.resolve(`${name}/package.json`);
      const path = join(dirname(manifest), require(manifest).bin.node);
      if (existsSync(path)) return path;
    } catch {
      // not installed: the next name
    }
  }
  return undefined;
}

/**
 * Runs this file under `node` and ends as that process ends. Signals are passed on. On a terminal Ctrl-C reaches both
 * processes at once, so the inner one would see it twice; it counts signals that come together as one. The IPC channel
 * carries nothing: when this process is killed hard, its closing tells the inner one to stop.
 */
function runUnder(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const passOn = (signal) => child.kill(signal);
  endWithShell(() => passOn('SIGTERM'));
  for (const signal of signals) process.on(signal, passOn);
  child.on('error', (error) => {
    console.error(`plumbline: ${node} could not be started: ${error.message}`);
    process.exit(1);
  });
  if (hides) void hideEnvironment();
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, passOn);
    if (signal === null) process.exit(code ?? 1);
    process.kill(process.pid, signal);
    // Reached only where the signal does not end a process by itself.
    setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100);
  });
}

/**
 * Under npm this process is a child of a shell, which npm signals and which passes nothing on: it ends, and this process would be
 * left behind. Calls `end` then.
 */
function endWithShell(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
}

/** Whether a directory is one that only this user can write. */
function isOwn(path) {
  const { uid, mode } = statSync(path);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

/**
 * Compiled code is kept from one start to the next, where only this user can write: whoever can write it can run what they
 * like as this user. Where that is not to be had, or Node knows nothing of it, every start compiles anew.
 */
function keepCompiled() {
  const home = process.env.XDG_CACHE_HOME || (homedir() !== '/' && join(homedir(), '.cache'));
  if (!home || process.env.NODE_COMPILE_CACHE) return;
  try {
    const named = join(home, 'plumbline', 'code');
    mkdirSync(named, { recursive: true, mode: 0o700 });
    // Where it lies now, whoever may turn a link on the way to it; and nobody else may put another in its place.
    const path = realpathSync(named);
    if (![path, dirname(path)].every(isOwn)) return;
    modules.enableCompileCache?.(path);
    // For its threads: that of the embedded database is one.
    process.env.NODE_COMPILE_CACHE = path;
  } catch {
    // No home, or a full or read-only one.
  }
}

async function open() {
  keepCompiled();
  if (hides) await hideEnvironment();
  const end = () => process.kill(process.pid, 'SIGTERM');
  if (process.connected) {
    process.once('disconnect', end);
    process.channel?.unref();
  } else endWithShell(end);
  const { main } = await import(runsSources() ? '../src/cli/main.ts' : '../dist/cli/main.js');
  await main(process, { hides });
}

if (runsTypeScript()) {
  await open();
} else {
  const node = bundledNode();
  if (node === undefined) {
    console.error(
      `plumbline needs Node ${OLDEST} or newer (this is ${process.version}) and found none among its packages.`,
    );
    console.error('Install a newer Node, or run `npm ci` again without --omit=optional.');
    process.exit(1);
  }
  runUnder(node);
}
