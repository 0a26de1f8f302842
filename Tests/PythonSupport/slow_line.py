"""A slow line to a service: every byte passes, later and not too many at a time."""

import asyncio
import threading


class SlowLine:
    """A port of this machine behind which a service is as far away as on a poor mobile network.

    All connections share the line. Unlike the developer tools of a browser, it also slows what a service
    worker asks for.
    """

    def __init__(self, port, latency_seconds=0.4, bytes_per_second=50_000):
        self.target = port
        self.latency = latency_seconds / 2
        self.pace = bytes_per_second
        self.received_bytes = 0
        self.requests = 0
        self.is_cut = False
        self._free_at = 0.0
        self._pairs = set()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._server = self._call(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def cut(self):
        """Ends all connections and takes no more, until `mend`."""
        self.is_cut = True
        self._loop.call_soon_threadsafe(lambda: [pair.close() for pair in self._pairs])

    def mend(self):
        self.is_cut = False

    def forget_counts(self):
        self.received_bytes = self.requests = 0

    def close(self):
        self.cut()
        self._loop.call_soon_threadsafe(self._server.close)
        self._call(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)

    async def _end(self):
        """Ends all that still passes something on."""
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _serve(self, reader, writer):
        if self.is_cut:
            writer.close()
            return
        there, to_there = await asyncio.open_connection("127.0.0.1", self.target)
        self._pairs |= {writer, to_there}
        try:
            await asyncio.gather(
                self._relay(reader, to_there, self._on_request),
                self._relay(there, writer, self._on_answer))
        except asyncio.CancelledError:
            pass  # the line is taken away; asyncio would print what a connection's task was cancelled by
        finally:
            self._pairs -= {writer, to_there}

    def _on_request(self, data):
        self.requests += 1
        return self._loop.time() + self.latency

    def _on_answer(self, data):
        self.received_bytes += len(data)
        self._free_at = max(self._free_at, self._loop.time()) + len(data) / self.pace
        return self._free_at + self.latency

    async def _relay(self, reader, writer, due_time):
        """Passes on what comes, each piece when it is due."""
        queue = asyncio.Queue(maxsize=64)

        async def deliver():
            while (piece := await queue.get()) is not None:
                due, data = piece
                await asyncio.sleep(due - self._loop.time())
                writer.write(data)
                await writer.drain()
            writer.close()

        delivery = asyncio.create_task(deliver())
        try:
            # Small pieces, so that those of several connections take turns as packets do.
            while data := await reader.read(2_048):
                await queue.put((due_time(data), data))
        except ConnectionError:
            pass
        await queue.put(None)
        await asyncio.gather(delivery, return_exceptions=True)
