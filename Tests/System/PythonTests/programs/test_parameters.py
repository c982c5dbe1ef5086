"""The two clients have the same methods, with the same parameters, which are stated once."""

from __future__ import annotations

import ast
import inspect
import pydoc
import unittest
from typing import Any, Dict, List

import audiosession
from audiosession import AsyncClient, AsyncSession, Client, Session, blocking

PAIRS = ((Client, AsyncClient), (Session, AsyncSession))


def offered(kind: type) -> Dict[str, Any]:
    return {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}


def parameters(function: Any) -> List[str]:
    return [str(one) for one in inspect.signature(function).parameters.values()]


class Parameters(unittest.TestCase):
    def test_both_clients_have_the_same_members(self) -> None:
        for mine, other in PAIRS:
            self.assertEqual(offered(mine).keys(), offered(other).keys())
            self.assertGreater(len(offered(mine)), 5)

    def test_their_methods_have_the_same_parameters_and_descriptions(self) -> None:
        self.assertEqual(parameters(Client), parameters(AsyncClient))
        for mine, other in PAIRS:
            for name, member in offered(mine).items():
                model = offered(other)[name]
                self.assertEqual(inspect.getdoc(member), inspect.getdoc(model), name)
                self.assertTrue(inspect.getdoc(member), name)
                if inspect.isfunction(member):
                    self.assertEqual(parameters(member), parameters(model), name)
                    self.assertFalse(inspect.iscoroutinefunction(member), name)
                else:
                    self.assertIs(member, model, name)

    def test_what_they_return_is_the_same_or_blocks(self) -> None:
        for mine, other in PAIRS:
            for name, member in offered(mine).items():
                if inspect.isfunction(member):
                    found = inspect.signature(member).return_annotation
                    expected = inspect.signature(offered(other)[name]).return_annotation
                    self.assertEqual(found, expected.replace("Async", ""), name)

    def test_the_blocking_classes_state_no_parameters(self) -> None:
        for node in ast.walk(ast.parse(inspect.getsource(blocking))):
            if isinstance(node, ast.ClassDef) and node.name in ("Client", "Session"):
                for function in node.body:
                    if isinstance(function, ast.FunctionDef) and function.name[0] != "_":
                        found = [one for one in ast.walk(function) if isinstance(one, ast.arg)]
                        self.assertEqual([one.arg for one in found], ["self"], function.name)

    def test_help_shows_the_parameters(self) -> None:
        shown = pydoc.plain(pydoc.render_doc(Session))
        self.assertIn("notify_others: 'bool' = True", shown)
        self.assertIn("whether the sessions that it interrupted are told", shown)

    def test_a_wrong_parameter_is_an_error_before_anything_is_sent(self) -> None:
        with Client("test", socket_path="/nowhere/socket") as client:
            session: Any = client.session("music")
            with self.assertRaises(TypeError):
                session.report(plying=True)
            maker: Any = client.session
            with self.assertRaises(TypeError):
                maker(categroy="playback")
        constructor: Any = Client
        with self.assertRaises(TypeError):
            constructor(nme="test")

    def test_all_that_is_exported_is_there(self) -> None:
        for name in audiosession.__all__:
            self.assertTrue(hasattr(audiosession, name), name)
