"""A server that answers as its plan says and keeps every request byte for byte.

usage: raw_http.py FOLDER [CERTIFICATE KEY]

FOLDER/plan has a line for each connection: STATUS [HEADER: VALUE]…, separated by |, or one of
`stall` (no answer), `cut` (closes in the middle of the request). The last line goes on for ever.
FOLDER/port gets the port, FOLDER/N.request the request number N, from 1.
"""
import os
import socket
import ssl
import sys
import threading
import time

folder = sys.argv[1]
plan = open(os.path.join(folder, "plan"), encoding="utf-8").read().splitlines()
listener = socket.create_server(("127.0.0.1", 0))
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    listener = context.wrap_socket(listener, server_side=True)
with open(os.path.join(folder, "port.new"), "w", encoding="utf-8") as file:
    file.write(str(listener.getsockname()[1]))
os.rename(os.path.join(folder, "port.new"), os.path.join(folder, "port"))


def serve(connection, number, action):
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return
        data += piece
    head, body = data.split(b"\r\n\r\n", 1)
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, value = line.split(b":", 1)
        if name.lower() == b"content-length":
            length = int(value)
    if action == "cut":
        connection.shutdown(socket.SHUT_RDWR)
        connection.close()
        return
    while len(body) < length:
        piece = connection.recv(65536)
        if not piece:
            break
        body += piece
    with open(os.path.join(folder, f"{number}.new"), "wb") as file:
        file.write(head + b"\r\n\r\n" + body)
    os.rename(os.path.join(folder, f"{number}.new"), os.path.join(folder, f"{number}.request"))
    if action == "stall":
        time.sleep(60)
        return
    parts = action.split("|")
    answer = f"HTTP/1.1 {parts[0]} Planned\r\nContent-Length: 14\r\nConnection: close\r\n"
    answer += "".join(part.strip() + "\r\n" for part in parts[1:])
    connection.sendall(answer.encode() + b"\r\nas was planned")
    connection.close()


number = 0
while True:
    try:
        connection, _ = listener.accept()
    except (ssl.SSLError, ConnectionError, OSError):
        continue
    number += 1
    action = plan[min(number, len(plan)) - 1]
    threading.Thread(target=serve, args=(connection, number, action), daemon=True).start()
