"""A service of nothing but a token and large papers, in memory: `python -m tests.benchmarks.file_server BYTES`.

Prints its port and ends with its standard input.
"""

import asyncio
import random
import sys

TOKEN = b'{"access_token": "token", "token_type": "Bearer", "expires_in": 3600}'
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"


async def serve(size: int) -> None:
    """Answer every POST with a token and every GET with a paper of this size."""
    paper = b"%PDF-1.7\n" + random.Random(1).randbytes(size - 9)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                is_post = head.startswith(b"POST")
                if is_post:
                    length = head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]
                    await reader.readexactly(int(length))
                kind, body = (b"application/json", TOKEN) if is_post else (b"application/pdf", paper)
                writer.write(HEAD % (kind, len(body)))
                writer.write(body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
